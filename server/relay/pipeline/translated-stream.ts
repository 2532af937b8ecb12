import type { CanonicalEvent } from '../../dialects/canonical/events.js';
import { CallArguments, mayBeCut } from '../../dialects/canonical/whole-calls.js';
import { thinkingAsText } from '../../dialects/canonical/thinking.js';
import { withClientName } from '../../dialects/canonical/tool-names.js';
import { mergeUsage, noUsage } from '../../dialects/canonical/usage.js';
import type { StreamRenderer } from '../../dialects/protocols/protocol.js';
import type { AnswerReader, Frame } from '../../dialects/providers/provider.js';
import { belongsToAnswer } from '../upstream/readable-events.js';
import { SseReader } from '../upstream/sse.js';
import { endStream } from './array-framing.js';
import type { FailureRenderer, Unfinished } from './attempt-result.js';
import { SentText, type Continuation } from './continuation.js';
import { AFTER_FINISH_MS, AFTER_MARKER_MS, type BodyReader, type Receiver } from './receiver.js';
import { failureRenderer } from './passed-renderer.js';
import { renderContext } from './render-context.js';
import { halfCall, StreamedError, tooMuchUnreadable, invalidResponse } from './invalid-response.js';
import { hasContent } from './has-content.js';

/** Damaged foreign events that are skipped in a stream; with more of them the stream counts as malformed. */
const MAX_FOREIGN = 1;
/** Most bytes read after a first finish, where a usage event may follow, or events that show that the response continues. */
const MAX_AFTER_FINISH_BYTES = 1024 * 1024;
/** Data without any JSON structure: text inserted by a proxy. */
const NOISE = /^[^{}"]*$/;

/** A stream that is read event by event and rendered in the client's protocol. */
export class TranslatedStream implements BodyReader {
  events = 0;
  contents = 0;
  private readonly frames = new SseReader();
  private readonly read: (frame: Frame) => CanonicalEvent[];
  private readonly renderer: StreamRenderer;
  private readonly shown: ((event: CanonicalEvent) => CanonicalEvent[]) | undefined;
  private unsent = '';
  private foreign = 0;
  /** Data of the last two complete events. */
  private before = '';
  private latest = '';
  private finished = false;
  private marked = false;
  private finishes = 0;
  private bytesAfterFinish = 0;
  /** The arguments of the tool calls so far; undefined before the first call, and once they were checked. */
  private calls: CallArguments | undefined;

  private readonly sent: SentText | undefined;

  /** @param continued set where this stream continues a response that was interrupted on another channel */
  constructor(
    private readonly receiver: Receiver,
    reader: AnswerReader,
    private readonly continued?: Continuation,
  ) {
    const { request, attempt, outcome } = receiver;
    const { interrupted } = attempt;
    if (attempt.mayContinue) this.sent = new SentText();
    if (interrupted) this.sent?.add({ type: 'text-delta', text: interrupted.text });
    this.read = reader.stream({ citations: true });
    const showsThinking = attempt.channel.setting.thinkingToContent && !outcome.seal;
    this.shown = showsThinking ? thinkingAsText() : undefined;
    this.renderer =
      interrupted?.renderer ?? request.exchange.protocol.stream(renderContext(request, outcome));
  }

  data(chunk: Buffer): void {
    if (this.finishes === 1) this.bytesAfterFinish += chunk.length;
    if (this.ended) return;
    this.take(this.frames.push(chunk));
  }

  end(): void {
    const { receiver, renderer } = this;
    if (!this.ended) this.take(this.frames.flush());
    if (!receiver.scope.committed)
      throw invalidResponse('the stream ended without an answer', 'empty_answer');
    if (!this.finished) return receiver.interrupt('cut-by-upstream');
    const { scope, outcome } = receiver;
    receiver.complete(
      (usage) => endStream(scope, renderer.end(usage)),
      outcome.storedAs === undefined ? undefined : renderer.whole?.bind(renderer),
    );
  }

  whole(): boolean {
    return this.marked || this.finishes === 1;
  }

  unfinished(): Unfinished | undefined {
    const text = this.sent?.whole;
    if (text === undefined || this.finished) return undefined;
    this.send();
    return { text, renderer: this.renderer };
  }

  broken(): FailureRenderer | undefined {
    this.send();
    return failureRenderer(this.renderer);
  }

  /** Whether the response has ended; data after it is not read. */
  private get ended(): boolean {
    return this.marked || (this.finishes === 1 && this.bytesAfterFinish > MAX_AFTER_FINISH_BYTES);
  }

  private take(frames: Iterable<Frame>): void {
    const { toolNames } = this.receiver.outcome;
    for (const frame of frames) {
      const events = this.eventsOf(frame);
      this.events++;
      if (events.length > 0) this.contents++;
      for (const event of events) this.show(toolNames ? withClientName(event, toolNames) : event);
      if (this.ended) break;
    }
    this.send();
    const { receiver } = this;
    if (this.marked) receiver.expectEnd(AFTER_MARKER_MS);
    // Some relays report a finish in every event: which one is the last is only known when they close the stream.
    else if (this.finishes > 0) receiver.expectEnd(this.finishes === 1 ? AFTER_FINISH_MS : undefined);
    receiver.produced(receiver.outcome.meter.tokens);
  }

  /** Sends the rendered events to the client. */
  private send(): void {
    if (!this.unsent || !this.receiver.scope.committed) return;
    this.receiver.write(this.unsent);
    this.unsent = '';
  }

  private show(event: CanonicalEvent): void {
    const { receiver } = this;
    const { outcome, scope } = receiver;
    if (event.type === 'error') throw new StreamedError(event.failure);
    if (event.type === 'usage') outcome.usage = mergeUsage(outcome.usage ?? noUsage(), event.usage);
    else if (event.type === 'tool-start') (this.calls ??= new CallArguments()).add(event);
    else if (event.type === 'tool-delta') this.calls?.add(event);
    else if (event.type === 'finish' || event.type === 'done') {
      this.checkCalls(event);
      this.finished = true;
    }
    if (event.type === 'done') this.marked = true;
    else if (event.type === 'finish') this.finishes++;
    outcome.meter.add(event);
    outcome.thoughts?.add(event);
    for (const shown of this.continued
      ? this.continuation(this.continued, event)
      : (this.shown?.(event) ?? [event])) {
      this.sent?.add(shown);
      this.unsent += this.renderer.event(shown);
    }
    if (!scope.committed && hasContent(event)) receiver.commit();
  }

  /** @throws UpstreamError if the provider reports a complete response, but a tool call in it is not */
  private checkCalls(end: Extract<CanonicalEvent, { type: 'finish' | 'done' }>): void {
    const { calls } = this;
    this.calls = undefined;
    if (!calls || (end.type === 'finish' && mayBeCut(end.reason))) return;
    if (!calls.areWhole) throw halfCall();
  }

  private continuation(continued: Continuation, event: CanonicalEvent): readonly CanonicalEvent[] {
    const before = continued.agreed;
    const shown = continued.next(event);
    if (shown === undefined)
      throw invalidResponse('the answer cannot be carried on', 'continuation_disagrees');
    if (continued.agreed && (!before || shown.length > 0)) this.receiver.commit();
    return shown;
  }

  private eventsOf(frame: Frame): CanonicalEvent[] {
    const { data } = frame;
    try {
      const events = this.read(frame);
      this.before = this.latest;
      this.latest = data;
      return events;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      if (NOISE.test(data)) return [];
      const others = this.before === '' ? [] : [this.before, this.latest];
      if (belongsToAnswer(frame.name, data, others) || ++this.foreign > MAX_FOREIGN)
        throw tooMuchUnreadable();
      return [];
    }
  }
}
