import { list, record, text } from '../../json/lenient.js';
import type { Query } from '../../kit/provider.js';
import { addressesOf, cloudflareHeaders } from './address.js';

/** Tasks of the models that can be used here. */
const TASKS = new Set([
  'Text Generation',
  'Text Embeddings',
  'Text Classification',
  'Text-to-Image',
  'Automatic Speech Recognition',
]);

/** https://developers.cloudflare.com/api/resources/ai/subresources/models/methods/list/ */
export const models: Query<string[]> = {
  request: (target) => ({
    method: 'GET',
    url: `${addressesOf(target).account}/models/search?per_page=1000`,
    headers: cloudflareHeaders(target),
  }),
  read: (body) =>
    list(record(body).result)
      .map(record)
      .filter((model) => TASKS.has(text(record(model.task).name)))
      .map((model) => text(model.name))
      .filter((name) => name !== ''),
};
