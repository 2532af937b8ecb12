import { limitMembers } from '../../json/output-limit.js';
import type { Protocol } from '../protocol.js';
import { renderAnswer } from './answer.js';
import { renderError, tooLong } from '../openai-error.js';
import { instruct } from './instruct.js';
import { parseChat } from './parse.js';
import { readChat } from './read.js';
import { ChunkRenderer } from './stream.js';

/** Client protocol: OpenAI Chat Completions. */
export const openaiChat: Protocol = {
  name: 'openai-chat',
  inlineMember: '"input_audio"',
  read: readChat,
  parse: parseChat,
  instruct,
  limitOutput: (body, limit) => limitMembers(body, ['max_tokens', 'max_completion_tokens'], limit),
  answer: renderAnswer,
  stream: (context) => new ChunkRenderer(context),
  tooLong: tooLong('messages'),
  error: renderError,
  streamError: (error) => `data: ${JSON.stringify(renderError(error))}\n\n`,
  keepAlive: ': PING\n\n',
};
