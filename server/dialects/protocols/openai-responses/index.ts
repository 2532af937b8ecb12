import { limitMembers } from '../../json/output-limit.js';
import type { Protocol } from '../protocol.js';
import { renderAnswer } from './answer.js';
import { errorEvent, renderError } from './errors.js';
import { instruct } from './instruct.js';
import { parseResponses } from './parse.js';
import { readResponses } from './read.js';
import { ResponseRenderer } from './stream.js';

/** OpenAI Responses as clients speak it. */
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
  // Where nobody knows how far the stream had come; renderers end theirs with response.failed.
  streamError: errorEvent,
  tokenCount: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
  keepAlive: ': PING\n\n',
};
