import { unfoldAnswer } from '../../../dialects/canonical/fold.js';
import { UpstreamError } from '../../../dialects/canonical/failure.js';
import { hasHalfCall } from '../../../dialects/canonical/whole-calls.js';
import { withClientNames } from '../../../dialects/canonical/conversation/tool-names.js';
import { outputTotal } from '../../../dialects/canonical/usage.js';
import { BoundedBuffer } from '../../../core/bounded-buffer.js';
import type { AnswerReader, NativeCodec, UpstreamHeaders } from '../../../dialects/kit/provider.js';
import { deliverAnswer } from './deliver-answer.js';
import { expectJsonEnd } from './json-end.js';
import type { BodyReader, Receiver } from './receiver.js';
import { halfCall, tooLarge, invalidResponse } from './invalid-response.js';

const MAX_ERROR_BYTES = 1024 * 1024;
/** Largest response, in bytes, that is collected before it is sent. */
export const MAX_ANSWER_BYTES = 128 * 1024 * 1024;

/** The body of an error response, which the provider module interprets. */
export class ErrorBody implements BodyReader {
  private readonly body = new BoundedBuffer(MAX_ERROR_BYTES);

  constructor(
    private readonly receiver: Receiver,
    private readonly status: number,
    private readonly headers: UpstreamHeaders,
  ) {}

  data(chunk: Buffer): void {
    if (!this.body.add(chunk)) this.end();
  }

  end(): void {
    const text = this.body.all().toString('utf8');
    this.receiver.fail(new UpstreamError(this.receiver.provider.readError(this.status, this.headers, text)));
  }
}

/**
 * A JSON document, which is collected before anything is sent. The client gets it after the charge is safe, as the
 * provider's own bytes where both use the same protocol.
 */
export class WholeAnswer implements BodyReader {
  private readonly body = new BoundedBuffer(MAX_ANSWER_BYTES);
  /** Bytes of the body as its head states them; NaN if it does not. */
  private readonly announced: number;

  constructor(
    private readonly receiver: Receiver,
    private readonly reader: AnswerReader,
    private readonly headers: UpstreamHeaders,
    private readonly native: NativeCodec | undefined,
  ) {
    this.announced = Number(headers['content-length']);
  }

  data(chunk: Buffer): void {
    const { outcome, request } = this.receiver;
    outcome.firstDataMs ??= Date.now() - request.exchange.startedAt;
    if (!this.body.add(chunk)) this.receiver.fail(tooLarge());
    // Its end follows in the same turn.
    else if (this.body.length !== this.announced) expectJsonEnd(this.receiver, chunk);
  }

  whole(): boolean {
    return isJson(this.body.all());
  }

  end(): void {
    const { receiver, native } = this;
    const { outcome, request } = receiver;
    const bytes = this.body.all();
    const read = this.reader.answer(parsedJson(bytes));
    const answer = outcome.toolNames ? withClientNames(read, outcome.toolNames) : read;
    if (!answer.usage && answer.parts.length === 0)
      throw invalidResponse('the answer is empty', 'empty_answer');
    // Clients of the provider's own protocol expect arguments that its models wrote wrongly.
    const isPassed = native !== undefined && !request.params.stream;
    if (!isPassed && hasHalfCall(answer)) throw halfCall();
    // Output is counted only if the usage is missing or reports no output.
    if (!answer.usage || outputTotal(answer.usage) === 0)
      for (const part of answer.parts) outcome.meter.part(part);
    const { output, thoughts } = outcome;
    if (output) for (const part of answer.parts) output.part(part);
    if (thoughts) for (const event of unfoldAnswer(answer)) thoughts.add(event);
    if (native) outcome.answerId = answer.id;
    deliverAnswer(receiver, answer, this.headers, isPassed ? passedBody(bytes, native) : undefined);
  }
}

/** The provider's own bytes, in the client's protocol. */
function passedBody(bytes: Buffer, native: NativeCodec): Buffer {
  const normalized = native.normalize?.(bytes, false) ?? bytes;
  return native.finish?.replaced(normalized) ?? normalized;
}

/** Whether a document is complete. */
export function isJson(bytes: Buffer): boolean {
  try {
    parsedJson(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Parses a JSON response, which may begin with a byte order mark. @throws UpstreamError if it is not JSON */
export function parsedJson(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch {
    throw invalidResponse('the answer is not JSON');
  }
}
