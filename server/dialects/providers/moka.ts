import { ApiError } from '../../contract/errors/api-error.js';
import { openaiLike, type Vendor } from './openai/index.js';
import { passedJson, parsedAnswer } from './openai/operations.js';
import { readUsage } from './openai/usage.js';

const vendor: Vendor = {
  name: 'mokaai',
  chat: false,
  models: false,
  url: (path, { baseUrl }) => baseUrl + path.replace(/^\/v1/, ''),
};

/** M3E models; embeddings only. */
export const moka = openaiLike({
  ...vendor,
  operations: {
    embeddings: {
      request(request, target) {
        if (!target.model.startsWith('m3e'))
          throw new ApiError('convert_request_failed', { detail: `${target.model} gives no vectors` });
        const { input } = request.fields;
        return passedJson(
          request,
          target,
          '/v1/embeddings',
          vendor,
          typeof input === 'string' ? { input: [input] } : {},
        );
      },
      answer: (body) => ({ usage: readUsage(parsedAnswer(body).usage) }),
    },
  },
});
