import { BoundedBuffer } from '../../../core/bounded-buffer.js';
import { isJson, MAX_ANSWER_BYTES, parsedJson } from './collected-answer.js';
import { isFilled, type OperationRequest } from '../../../dialects/operations/operation.js';
import type { ForwardedAnswer, OperationCodec, UpstreamHeaders } from '../../../dialects/kit/provider.js';
import { endStream } from '../client/array-framing.js';
import { pushCharge, wholeHeaders } from '../client/headers.js';
import { expectJsonEnd } from './json-end.js';
import { PassedStream } from './passed-stream.js';
import type { BodyReader, Receiver } from './receiver.js';
import { ResultStream } from './result-stream.js';
import { tooLarge, invalidResponse } from './invalid-response.js';

/** Selects how the response of an operation is read: collected where it is JSON, else passed on as it arrives. */
export function operationReader(
  receiver: Receiver,
  request: OperationRequest,
  headers: UpstreamHeaders,
): BodyReader {
  const { operation } = receiver.request.exchange;
  const codec = operation && receiver.provider.operations?.[operation.name];
  if (!codec) throw new Error('an operation was sent to a channel that does not serve it');
  const contentType = String(headers['content-type'] ?? '');
  const { stream } = codec;
  if (codec.answer && /\bjson\b/.test(contentType))
    return new WholeOperation(receiver, codec, request, headers);
  if (stream && contentType.includes('text/event-stream')) {
    const { endOf, endsOnce } = stream;
    if (!endOf) return new ResultStream(receiver, headers, stream.read(request));
    return new PassedStream(receiver, { end: '', endOf, endsOnce }, headers, () => stream.read(request));
  }
  if (codec.answer && codec.json) return new WholeOperation(receiver, codec, request, headers);
  return new PassedBytes(receiver, headers, contentType, codec.forwarded?.(headers, request));
}

/** Collects a JSON document; the client gets it after the charge is safe. */
class WholeOperation implements BodyReader {
  private readonly body = new BoundedBuffer(MAX_ANSWER_BYTES);

  constructor(
    private readonly receiver: Receiver,
    private readonly codec: OperationCodec,
    private readonly request: OperationRequest,
    private readonly headers: UpstreamHeaders,
  ) {}

  data(chunk: Buffer): void {
    const { outcome, request } = this.receiver;
    outcome.firstDataMs ??= Date.now() - request.exchange.startedAt;
    if (!this.body.add(chunk)) this.receiver.fail(tooLarge());
    else expectJsonEnd(this.receiver, chunk);
  }

  whole(): boolean {
    return isJson(this.body.all());
  }

  end(): void {
    const { receiver, codec, headers } = this;
    const bytes = this.body.all();
    const parsed = parsedJson(bytes);
    const answer = codec.answer?.(parsed, this.request);
    if (!answer) throw new Error('an operation without JSON responses was collected');
    const content = receiver.request.exchange.operation?.content;
    if (content && !answer.media && !isFilled(answer.body ?? parsed, content))
      throw invalidResponse('the answer is empty', 'empty_answer');
    receiver.outcome.usage = answer.usage;
    const body = answer.media?.bytes ?? (answer.body ? Buffer.from(JSON.stringify(answer.body)) : bytes);
    const { response, requestId } = receiver.request.exchange;
    receiver.complete((_usage, cost) => {
      const head = wholeHeaders(requestId, body.length, headers, answer.media?.contentType);
      response.writeHead(200, pushCharge(head, cost, receiver.attempt.channel.type));
      response.end(body);
    });
  }
}

/** Audio, images, subtitles: bytes that are passed on as they arrive. */
class PassedBytes implements BodyReader {
  constructor(
    private readonly receiver: Receiver,
    private readonly headers: UpstreamHeaders,
    private readonly contentType: string,
    private readonly forwarded: ForwardedAnswer | undefined,
  ) {}

  data(chunk: Buffer): void {
    const { receiver, forwarded } = this;
    // An HTML page comes from a proxy in between, not from a provider.
    if (this.contentType.includes('text/html')) throw invalidResponse('the answer is a web page');
    if (!receiver.scope.committed) {
      receiver.outcome.usage = forwarded?.usage;
      receiver.commit(
        this.headers,
        forwarded?.contentType ?? (this.contentType || 'application/octet-stream'),
      );
    }
    receiver.write(chunk);
  }

  end(): void {
    const { scope } = this.receiver;
    if (!scope.committed) throw invalidResponse('the answer is empty', 'empty_answer');
    this.receiver.complete(() => endStream(scope));
  }
}
