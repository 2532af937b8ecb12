import type { Provider } from '../provider.js';
import { readAnswer } from './answer.js';
import { readError } from './errors.js';
import { models } from './models.js';
import { nativeChat } from './native.js';
import { chatRequest } from './request.js';
import { operations } from './operations.js';
import { readStream } from './stream.js';

/** OpenAI, and everyone whose /v1/chat/completions looks like it. */
export const openai: Provider = {
  name: 'openai',
  native: { 'openai-chat': nativeChat },
  chat: { request: chatRequest, answer: readAnswer, stream: readStream },
  operations,
  models,
  readError,
};
