import type { UpstreamHeaders } from '../../../dialects/kit/provider.js';
import { WholeAnswer } from './collected-answer.js';
import { CollectedStream } from './collected-stream.js';
import { Continuation } from './continuation.js';
import { invalidResponse } from './invalid-response.js';
import { operationReader } from './operation-answer.js';
import { PassedStream } from './passed-stream.js';
import type { BodyReader, Receiver } from './receiver.js';
import { TranslatedStream } from './translated-stream.js';

/**
 * Selects how the body of a 2xx response is read: passed through, translated or collected, depending on the request and
 * the content type of the response.
 * @throws UpstreamError where the response cannot continue an interrupted stream
 */
export function bodyReader(receiver: Receiver, headers: UpstreamHeaders): BodyReader {
  const { request, attempt, provider, outcome, reader } = receiver;
  const { protocol } = request.exchange;
  if (request.operation && !outcome.isConversation)
    return operationReader(receiver, request.operation, headers);
  if (!reader) throw new Error('a conversation was sent to a channel that serves none');
  const isStream = String(headers['content-type'] ?? '').includes('text/event-stream');
  const { interrupted } = attempt;
  if (interrupted) {
    if (!isStream) throw invalidResponse('the upstream did not send a stream');
    const continuation = new Continuation(interrupted.text, outcome.prefilled !== undefined);
    return new TranslatedStream(receiver, reader, continuation);
  }
  const codec = outcome.isConversation ? undefined : provider.native[protocol.name];
  if (isStream && !request.params.stream)
    return new CollectedStream(receiver, reader, headers, codec !== undefined);
  // `rewriteAnswers` corrects deviations of OpenAI-compatible chat APIs; protocols with their own reader are not rewritten.
  const native = attempt.channel.setting.rewriteAnswers && !codec?.reader ? undefined : codec;
  if (!isStream) return new WholeAnswer(receiver, reader, headers, native);
  if (!native) return new TranslatedStream(receiver, reader);
  return new PassedStream(receiver, native, headers, reader.stream);
}
