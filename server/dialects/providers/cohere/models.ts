import { list, record, text } from '../../json/lenient.js';
import type { Query } from '../../kit/provider.js';
import { cohereUrl } from './address.js';

/** Endpoints that make a model usable here; a model needs one of them. */
const ENDPOINTS = new Set(['chat', 'embed', 'rerank', 'transcriptions']);

/** https://docs.cohere.com/reference/list-models: one page contains all models. */
export const models: Query<string[]> = {
  request: (target) => ({
    method: 'GET',
    url: cohereUrl(target, '/v1/models?page_size=1000'),
    headers: { authorization: `Bearer ${target.key}` },
  }),
  read: (body) =>
    list(record(body).models)
      .map(record)
      .filter((model) => model.is_deprecated !== true)
      .filter((model) => list(model.endpoints).some((endpoint) => ENDPOINTS.has(text(endpoint))))
      .map((model) => text(model.name))
      .filter((name) => name !== ''),
};
