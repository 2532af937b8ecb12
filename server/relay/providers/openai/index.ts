import type { Provider } from '../provider.js';
import { readAnswer } from './answer.js';
import { readError } from './errors.js';
import { models } from './models.js';
import { nativeResponses } from './native-responses.js';
import { nativeChat } from './native.js';
import { chatRequest } from './request.js';
import { operations } from './operations.js';
import { realtime } from './realtime.js';
import { readStream } from './stream.js';

/** Everyone whose /v1/chat/completions looks like OpenAI's. */
export const openaiShaped: Provider = {
  name: 'openai',
  native: { 'openai-chat': nativeChat },
  chat: { request: chatRequest, answer: readAnswer, stream: readStream },
  operations,
  realtime,
  models,
  readError,
};

/** OpenAI itself, and gateways that have all of it (type 1). */
export const openai: Provider = {
  ...openaiShaped,
  native: { 'openai-chat': nativeChat, 'openai-responses': nativeResponses },
};
