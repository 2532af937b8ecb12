import { list, record, text } from '../../json/lenient.js';
import type { Query } from '../provider.js';

/** What a model must be able to do to be of use here. */
const uses = new Set(['generateContent', 'embedContent', 'predict']);

/** https://ai.google.dev/api/models#method:-models.list: one page holds all there are. */
export const models: Query<string[]> = {
  request: (target) => ({
    method: 'GET',
    url: `${target.baseUrl}/v1beta/models?pageSize=1000`,
    headers: { 'x-goog-api-key': target.key },
  }),
  read: (body) =>
    list(record(body).models)
      .map(record)
      .filter((model) => list(model.supportedGenerationMethods).some((method) => uses.has(text(method))))
      .map((model) => text(model.name).replace(/^models\//, ''))
      .filter((id) => id !== ''),
};
