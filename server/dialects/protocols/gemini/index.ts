import type { Protocol } from '../protocol.js';
import { renderAnswer } from './answer.js';
import { renderError, tooLong } from './errors.js';
import { instruct } from './instruct.js';
import { limitOutput } from './limit-output.js';
import { parseGenerate } from './parse.js';
import { readPath } from './path.js';
import { readGenerate } from './read.js';
import { ContentRenderer } from './stream.js';

/** Client protocol: Google's generateContent. The path contains the model and whether to stream. */
export const gemini: Protocol = {
  name: 'gemini',
  nativeFirst: true,
  inlineMember: '"inline',
  read: readGenerate,
  parse: parseGenerate,
  instruct,
  limitOutput,
  answer: renderAnswer,
  stream: (context) => new ContentRenderer(context),
  asArray: (path) => !readPath(path).events,
  tokenCount: (tokens) => ({ totalTokens: tokens }),
  billingStatus: 403,
  tooLong,
  error: renderError,
  streamError: (error) => `data: ${JSON.stringify(renderError(error))}\n\n`,
  keepAlive: ': PING\n\n',
};
