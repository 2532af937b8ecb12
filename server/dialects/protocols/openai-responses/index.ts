import { limitMembers } from '../../json/output-limit.js';
import type { Protocol } from '../protocol.js';
import { renderAnswer } from './answer.js';
import { asksForCompaction, CompactionRenderer, renderTriggered } from './compaction.js';
import { renderError, tooLong } from '../openai-error.js';
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
  compacts: asksForCompaction,
  limitOutput: (body, limit) => limitMembers(body, ['max_output_tokens'], limit),
  // https://platform.openai.com/docs/api-reference/responses/create#responses-create-max_tool_calls
  limitTools: (body, calls) => limitMembers(body, ['max_tool_calls'], calls),
  answer: (answer, context) =>
    asksForCompaction(context.request) ? renderTriggered(answer, context) : renderAnswer(answer, context),
  stream: (context) =>
    asksForCompaction(context.request) ? new CompactionRenderer(context) : new ResponseRenderer(context),
  tooLong: tooLong('input'),
  error: renderError,
  // Used where the state of the stream is unknown; renderers end their streams with response.failed.
  streamError: errorEvent,
  tokenCount: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
  keepAlive: ': PING\n\n',
};
