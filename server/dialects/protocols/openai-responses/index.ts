import { limitMembers } from '../../json/output-limit.js';
import type { Protocol } from '../protocol.js';
import { renderAnswer } from './answer.js';
import { renderError } from '../openai-error.js';
import { errorEvent } from './errors.js';
import { instruct } from './instruct.js';
import { parseResponses } from './parse.js';
import { readResponses } from './read.js';
import { ResponseRenderer } from './stream.js';

/** Client protocol: OpenAI Responses. */
export const openaiResponses: Protocol = {
  name: 'openai-responses',
  nativeFirst: true,
  inlineMember: '"input_audio"',
  read: readResponses,
  parse: parseResponses,
  instruct,
  limitOutput: (body, limit) => limitMembers(body, ['max_output_tokens'], limit),
  answer: renderAnswer,
  stream: (context) => new ResponseRenderer(context),
  error: renderError,
  // Used where the state of the stream is unknown; renderers end their streams with response.failed.
  streamError: errorEvent,
  tokenCount: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
  keepAlive: ': PING\n\n',
};
