import type { Provider } from '../provider.js';
import { readAnswer } from './answer.js';
import { readError } from './errors.js';
import { models, prefills } from './models.js';
import { countTokens, nativeMessages } from './native.js';
import { messagesRequest } from './request.js';
import { readStream } from './stream.js';

/** Anthropic's Messages API. */
export const anthropic: Provider = {
  name: 'anthropic',
  native: { 'anthropic-messages': nativeMessages },
  chat: { request: messagesRequest, answer: readAnswer, stream: readStream, prefills },
  countTokens,
  models,
  countsCacheApart: true,
  readError,
};
