import type { Provider } from '../provider.js';
import { mustFetch } from './address.js';
import { readAnswer } from './answer.js';
import { readError } from './errors.js';
import { models } from './models.js';
import { countTokens, nativeGenerate } from './native.js';
import { operations } from './operations.js';
import { generateRequest } from './request.js';
import { readStream } from './stream.js';

/** Google's Gemini API. */
export const gemini: Provider = {
  name: 'gemini',
  native: { gemini: nativeGenerate },
  chat: {
    request: generateRequest,
    mustFetch,
    answer: readAnswer('error'),
    stream: () => readStream('error'),
  },
  operations,
  countTokens,
  models,
  readError,
};
