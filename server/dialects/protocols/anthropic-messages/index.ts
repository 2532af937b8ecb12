import type { Protocol } from '../protocol.js';
import { renderAnswer } from './answer.js';
import { renderError, tooLong } from './errors.js';
import { frame } from './frame.js';
import { instruct } from './instruct.js';
import { limitOutput } from './limit-output.js';
import { limitTools } from './limit-tools.js';
import { parseMessages } from './parse.js';
import { readMessages } from './read.js';
import { MessageRenderer } from './stream.js';

/** Client protocol: Anthropic Messages. */
export const anthropicMessages: Protocol = {
  name: 'anthropic-messages',
  inlineMember: '"source"',
  read: readMessages,
  parse: parseMessages,
  instruct,
  limitOutput,
  limitTools,
  answer: renderAnswer,
  stream: (context) => new MessageRenderer(context),
  tokenCount: (tokens) => ({ input_tokens: tokens }),
  billingStatus: 402,
  tooLong,
  error: renderError,
  streamError: (error) => frame('error', renderError(error)),
  keepAlive: frame('ping', { type: 'ping' }),
};
