import type { CanonicalResponse, CanonicalEvent } from '../../dialects/canonical/events.js';
import { foldEvents, unfoldAnswer } from '../../dialects/canonical/fold.js';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import { hasHalfCall } from '../../dialects/canonical/whole-calls.js';
import { answerWithThinkingAsText } from '../../dialects/canonical/thinking.js';
import { withClientNames } from '../../dialects/canonical/tool-names.js';
import { divided, outputTotal, type Usage } from '../../dialects/canonical/usage.js';
import { BoundedBuffer } from '../../core/bounded-buffer.js';
import type { AnswerReader, NativeCodec, UpstreamHeaders } from '../../dialects/providers/provider.js';
import { SseReader } from '../upstream/sse.js';
import { endStream } from './array-framing.js';
import { expectJsonEnd } from './json-end.js';
import type { BodyReader, Receiver } from './receiver.js';
import { renderContext } from './render-context.js';
import { halfCall, tooLarge, invalidResponse } from './invalid-response.js';
import { jsonHeaders } from './headers.js';

const MAX_ERROR_BYTES = 1024 * 1024;
/** Largest response, in bytes, that is collected before it is sent. */
export const MAX_ANSWER_BYTES = 128 * 1024 * 1024;
const ONE_PIECE_BYTES = 16 * 1024;

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
 * A response that is collected before anything is sent: JSON documents, and streams for clients that did not request
 * one. The client gets it after the charge is safe, as the provider's own bytes where both use the same protocol.
 */
export class WholeAnswer implements BodyReader {
  private readonly body = new BoundedBuffer(MAX_ANSWER_BYTES);

  constructor(
    private readonly receiver: Receiver,
    private readonly reader: AnswerReader,
    private readonly headers: UpstreamHeaders,
    private readonly isStream: boolean,
    private readonly native: NativeCodec | undefined,
  ) {}

  data(chunk: Buffer): void {
    const { outcome, request } = this.receiver;
    outcome.firstDataMs ??= Date.now() - request.exchange.startedAt;
    if (!this.body.add(chunk)) this.receiver.fail(tooLarge());
    else if (!this.isStream) expectJsonEnd(this.receiver, chunk);
  }

  whole(): boolean {
    return !this.isStream && isJson(this.body.all());
  }

  end(): void {
    const { receiver } = this;
    const bytes = this.body.all();
    const read = this.isStream ? this.folded(bytes) : this.reader.answer(parsedJson(bytes));
    const { toolNames } = receiver.outcome;
    const answer = toolNames ? withClientNames(read, toolNames) : read;
    if (!answer.usage && answer.parts.length === 0)
      throw invalidResponse('the answer is empty', 'empty_answer');
    const isPassed = this.native !== undefined && !this.isStream && !receiver.request.params.stream;
    // Clients of the provider's own protocol expect arguments that its models wrote wrongly.
    if (!isPassed && hasHalfCall(answer)) throw halfCall();
    // A compaction replaces the conversation, so one without a summary would lose it.
    if (
      receiver.outcome.seal &&
      !answer.parts.some((part) => part.type === 'text' && part.text.trim() !== '')
    )
      throw invalidResponse('the answer holds no summary', 'empty_answer');
    if (this.native) receiver.outcome.answerId = answer.id;
    // Output is counted only if the usage is missing or reports no output.
    if (!answer.usage || outputTotal(answer.usage) === 0)
      for (const part of answer.parts) receiver.outcome.meter.part(part);
    if (answer.usage) answer.usage = divided(answer.usage, Math.ceil(receiver.outcome.meter.tokens));
    receiver.outcome.usage = answer.usage;
    const { thoughts } = receiver.outcome;
    if (thoughts) for (const event of unfoldAnswer(answer)) thoughts.add(event);
    const shown =
      receiver.attempt.channel.setting.thinkingToContent && !receiver.outcome.seal
        ? answerWithThinkingAsText(answer)
        : answer;
    this.deliver(shown, this.native && !this.isStream ? passedBody(bytes, this.native) : undefined);
  }

  private folded(bytes: Buffer): CanonicalResponse {
    const read = this.reader.stream({ citations: true });
    const frames = new SseReader();
    const events: CanonicalEvent[] = [];
    for (const frame of [...frames.push(bytes), ...frames.flush()]) events.push(...read(frame));
    return foldEvents(events);
  }

  /** A client that requested a stream gets one even when the upstream sent a JSON document. */
  private deliver(answer: CanonicalResponse, bytes: Buffer | undefined): void {
    const { receiver } = this;
    const { request, scope, outcome } = receiver;
    const { response, requestId, protocol, operation } = request.exchange;
    const render = renderContext(request, outcome);
    const isStored = outcome.storedAs !== undefined;
    if (!request.params.stream) {
      let rendered: object | undefined;
      const whole = () => (rendered ??= (operation?.viaChat ?? protocol).answer(answer, render));
      // Rendered before the charge: a response that cannot be rendered costs nothing, and another channel may be tried.
      const prepared = bytes ?? Buffer.from(JSON.stringify(whole()));
      const sendEnd = (usage: Usage) => {
        let body = prepared;
        if (!bytes && !answer.usage) {
          // The client is told what it was charged, as in a stream.
          answer.usage = usage;
          rendered = undefined;
          body = Buffer.from(JSON.stringify(whole()));
        }
        response.writeHead(200, jsonHeaders(requestId, body.length, this.headers));
        // Node sends the head and a latin1 string in one write, which is cheaper for short bodies.
        if (body.length <= ONE_PIECE_BYTES) response.end(body.toString('latin1'), 'latin1');
        else response.end(body);
      };
      receiver.complete(sendEnd, isStored ? whole : undefined);
      return;
    }
    receiver.commit(this.headers);
    const renderer = protocol.stream(render);
    for (const event of unfoldAnswer(answer)) receiver.write(renderer.event(event));
    receiver.complete(
      (usage) => endStream(scope, renderer.end(usage)),
      isStored ? renderer.whole?.bind(renderer) : undefined,
    );
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
