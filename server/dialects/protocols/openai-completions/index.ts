import { limitMembers } from '../../json/output-limit.js';
import type { Protocol } from '../protocol.js';
import { renderAnswer } from './answer.js';
import { renderError, tooLong } from '../openai-error.js';
import { parseCompletion } from './parse.js';
import { readCompletion } from './read.js';
import { PieceRenderer } from './stream.js';

/** Client protocol: OpenAI's legacy completions, which continue a text instead of a conversation. */
export const openaiCompletions: Protocol = {
  name: 'openai-completions',
  // Only native channels continue the exact text and support all options.
  nativeFirst: true,
  read: readCompletion,
  parse: parseCompletion,
  limitOutput: (body, limit) => limitMembers(body, ['max_tokens'], limit),
  answer: renderAnswer,
  stream: (context) => new PieceRenderer(context),
  tooLong: tooLong('prompt'),
  error: renderError,
  streamError: (error) => `data: ${JSON.stringify(renderError(error))}\n\n`,
  keepAlive: ': PING\n\n',
};
