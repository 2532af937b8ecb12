import type { OperationCodec, UpstreamHeaders } from '../../dialects/providers/provider.js';
import { BoundedBuffer } from '../../core/bounded-buffer.js';
import { MAX_ANSWER_BYTES } from './collected-answer.js';
import { known } from './context.js';
import { wholeHeaders } from './headers.js';
import { PassedStream } from './passed-stream.js';
import type { BodyReader, Receiver } from './receiver.js';
import { tooLarge, invalidResponse } from './invalid-response.js';

/** Selects how the response of an operation is read: collected where it is JSON, else passed on as it arrives. */
export function operationAnswer(
  receiver: Receiver,
  codec: OperationCodec,
  headers: UpstreamHeaders,
): BodyReader {
  const contentType = String(headers['content-type'] ?? '');
  const { answer, stream } = codec;
  if (answer && /\bjson\b/.test(contentType)) return new WholeOperation(receiver, codec, headers);
  if (stream && contentType.includes('text/event-stream')) {
    const request = known(receiver.context.operation);
    const { endOf, endsOnce } = stream;
    return new PassedStream(receiver, { end: '', endOf, endsOnce }, headers, () => stream.read(request));
  }
  if (answer && codec.json) return new WholeOperation(receiver, codec, headers);
  return new PassedBytes(receiver, headers, contentType);
}

/** Collects a JSON document; the client gets it after the charge is safe. */
class WholeOperation implements BodyReader {
  private readonly body = new BoundedBuffer(MAX_ANSWER_BYTES);

  constructor(
    private readonly receiver: Receiver,
    private readonly codec: OperationCodec,
    private readonly headers: UpstreamHeaders,
  ) {}

  data(chunk: Buffer): void {
    const { outcome, context } = this.receiver;
    outcome.firstDataMs ??= Date.now() - context.exchange.startedAt;
    if (!this.body.add(chunk)) this.receiver.fail(tooLarge());
  }

  end(): void {
    const { receiver, headers } = this;
    const { context, outcome } = receiver;
    const bytes = this.body.all();
    const answer = known(this.codec.answer)(parsed(bytes), known(context.operation));
    outcome.usage = answer.usage;
    const body = answer.media?.bytes ?? (answer.body ? Buffer.from(JSON.stringify(answer.body)) : bytes);
    const { response, requestId } = context.exchange;
    context.complete = () => {
      response.writeHead(200, wholeHeaders(requestId, body.length, headers, answer.media?.contentType));
      response.end(body);
    };
    receiver.close('complete');
  }
}

/** Audio, images, subtitles: bytes that report no usage and are passed on as they arrive. */
class PassedBytes implements BodyReader {
  constructor(
    private readonly receiver: Receiver,
    private readonly headers: UpstreamHeaders,
    private readonly contentType: string,
  ) {}

  data(chunk: Buffer): void {
    const { receiver } = this;
    // An HTML page comes from a proxy in between, not from a provider.
    if (this.contentType.includes('text/html')) throw invalidResponse('the answer is a web page');
    if (!receiver.context.committed)
      receiver.commit(this.headers, this.contentType || 'application/octet-stream');
    receiver.write(chunk);
  }

  end(): void {
    const { context } = this.receiver;
    if (!context.committed) throw invalidResponse('the answer is empty', 'empty_answer');
    context.complete = () => context.exchange.response.end();
    this.receiver.close('complete');
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw invalidResponse('the answer is not JSON');
  }
}
