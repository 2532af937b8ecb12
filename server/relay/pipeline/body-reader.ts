import type { UpstreamHeaders } from '../../dialects/providers/provider.js';
import { Continuation } from './continuation.js';
import { known } from './context.js';
import { operationAnswer } from './operation-answer.js';
import { PassedStream } from './passed-stream.js';
import type { BodyReader, Receiver } from './receiver.js';
import { TranslatedStream } from './translated-stream.js';
import { invalidResponse } from './invalid-response.js';
import { WholeAnswer } from './collected-answer.js';

/**
 * Selects how the body of a 2xx response is read: passed through, translated or collected, depending on the request and
 * the content type of the response.
 * @throws UpstreamError where the response cannot continue an interrupted stream
 */
export function bodyReader(receiver: Receiver, headers: UpstreamHeaders): BodyReader {
  const { context, provider, channel, outcome } = receiver;
  const { operation, protocol } = context.exchange;
  if (operation) return operationAnswer(receiver, known(provider.operations?.[operation.name]), headers);
  const isStream = String(headers['content-type'] ?? '').includes('text/event-stream');
  const { broken } = context;
  if (broken) {
    if (!isStream) throw invalidResponse('no stream to carry on with');
    return new TranslatedStream(receiver, new Continuation(broken.text, outcome.prefilled !== undefined));
  }
  const codec = provider.native[protocol.name];
  // `rewriteAnswers` corrects deviations of OpenAI-compatible chat APIs; protocols with their own reader are not rewritten.
  const native = channel.setting.rewriteAnswers && !codec?.reader ? undefined : codec;
  if (!isStream || !known(context.read).stream) return new WholeAnswer(receiver, headers, isStream, native);
  return native ? new PassedStream(receiver, native, headers) : new TranslatedStream(receiver);
}
