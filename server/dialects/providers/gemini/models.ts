import { list, record, text } from '../../json/lenient.js';
import type { Query } from '../../kit/provider.js';

/** Methods that make a model usable here; a model needs one of them. */
const uses = new Set(['generateContent', 'embedContent', 'predict']);

/** https://ai.google.dev/api/models#method:-models.list: one page contains all models. */
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
