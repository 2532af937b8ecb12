import type { HubEvent } from '../hub/events.js';
import { UpstreamError } from '../hub/failure.js';
import { thinkingAsText } from '../hub/thinking.js';
import { mergeUsage, noUsage } from '../hub/usage.js';
import type { StreamRenderer } from '../protocols/protocol.js';
import type { Frame } from '../providers/provider.js';
import { SseReader } from '../upstream/sse.js';
import { endStream } from './array-framing.js';
import { SentText, type Continuation, type Unfinished } from './continuation.js';
import { AFTER_FINISH_MS, AFTER_MARKER_MS, type BodyReader, type Receiver } from './receiver.js';
import { renderContext } from './render-context.js';
import { tooMuchUnreadable, unusable } from './unusable.js';
import { known } from './context.js';
import { isMeaningful } from './meaning.js';

/** One unreadable event is skipped; more mean that the stream is not what it claims to be. */
const MAX_MALFORMED = 1;

/** A stream that is read event by event and told again in the client's protocol. */
export class TranslatedStream implements BodyReader {
  private readonly frames = new SseReader();
  private readonly read: (frame: Frame) => HubEvent[];
  private readonly renderer: StreamRenderer;
  private readonly shown: ((event: HubEvent) => HubEvent[]) | undefined;
  private unsent = '';
  private malformed = 0;
  private finished = false;
  private marked = false;
  private finishes = 0;

  private readonly sent: SentText | undefined;

  /** @param continued carries on an answer that broke off elsewhere */
  constructor(
    private readonly receiver: Receiver,
    private readonly continued?: Continuation,
  ) {
    const { context } = receiver;
    const { broken } = context;
    if (context.mayContinue) this.sent = new SentText();
    if (broken) this.sent?.add({ type: 'text-delta', text: broken.text });
    this.read = known(receiver.reader).stream();
    this.shown = receiver.channel.setting.thinkingToContent ? thinkingAsText() : undefined;
    const renderer = broken?.renderer ?? context.exchange.protocol.stream(renderContext(context));
    this.renderer = renderer;
    if (renderer.failed) context.failed = (error) => renderer.failed?.(error) ?? '';
  }

  data(chunk: Buffer): void {
    this.take(this.frames.push(chunk));
  }

  end(): void {
    const { receiver, renderer } = this;
    this.take(this.frames.flush());
    if (!receiver.context.committed) throw unusable('the stream ended without an answer', 'empty_answer');
    if (!this.finished) return receiver.breakOff('cut-by-upstream');
    if (receiver.context.storedAs !== undefined) receiver.context.stored = renderer.whole?.bind(renderer);
    receiver.context.complete = (usage) => endStream(receiver.context, renderer.end(usage));
    receiver.close('complete');
  }

  whole(): boolean {
    return this.marked || this.finishes === 1;
  }

  unfinished(): Unfinished | undefined {
    const text = this.sent?.whole;
    if (text === undefined || this.finished) return undefined;
    if (this.unsent) this.receiver.write(this.unsent);
    this.unsent = '';
    return { text, renderer: this.renderer };
  }

  private take(frames: Iterable<Frame>): void {
    for (const frame of frames) for (const event of this.eventsOf(frame)) this.tell(event);
    if (this.unsent && this.receiver.context.committed) {
      this.receiver.write(this.unsent);
      this.unsent = '';
    }
    if (this.marked) this.receiver.expectEnd(AFTER_MARKER_MS);
    // Some relays say a finish in every event: what theirs is worth is known when they close.
    else if (this.finishes > 0) this.receiver.expectEnd(this.finishes === 1 ? AFTER_FINISH_MS : undefined);
    this.receiver.produced(this.receiver.outcome.meter.tokens);
  }

  private tell(event: HubEvent): void {
    const { receiver } = this;
    const { outcome, context } = receiver;
    if (event.type === 'error') {
      receiver.fail(new UpstreamError(event.failure), 'upstream-error');
      return;
    }
    if (event.type === 'usage') outcome.usage = mergeUsage(outcome.usage ?? noUsage(), event.usage);
    else if (event.type === 'finish' || event.type === 'done') this.finished = true;
    if (event.type === 'done') this.marked = true;
    else if (event.type === 'finish') this.finishes++;
    outcome.meter.add(event);
    for (const shown of this.continued
      ? this.carriedOn(this.continued, event)
      : (this.shown?.(event) ?? [event])) {
      this.sent?.add(shown);
      this.unsent += this.renderer.event(shown);
    }
    if (!context.committed && isMeaningful(event)) receiver.commit();
  }

  private carriedOn(continued: Continuation, event: HubEvent): readonly HubEvent[] {
    const before = continued.agreed;
    const shown = continued.next(event);
    if (shown === undefined) {
      this.receiver.fail(unusable('the answer cannot be carried on', 'continuation_disagrees'));
      return [];
    }
    if (continued.agreed && (!before || shown.length > 0)) this.receiver.commit();
    return shown;
  }

  private eventsOf(frame: Frame): HubEvent[] {
    try {
      return this.read(frame);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      if (++this.malformed > MAX_MALFORMED) this.receiver.fail(tooMuchUnreadable());
      return [];
    }
  }
}
