import type { CanonicalEvent } from '../../../dialects/canonical/events.js';
import { withClientName } from '../../../dialects/canonical/conversation/tool-names.js';
import { mergeUsage, noUsage } from '../../../dialects/canonical/usage.js';
import { CallArguments, mayBeCut } from '../../../dialects/canonical/whole-calls.js';
import type { AnswerReader, Frame } from '../../../dialects/kit/provider.js';
import { belongsToAnswer } from '../../upstream/readable-events.js';
import { SseReader } from '../../upstream/sse.js';
import { halfCall, StreamedError, tooMuchUnreadable } from './invalid-response.js';
import { AFTER_FINISH_MS, AFTER_MARKER_MS, type BodyReader, type Receiver } from './receiver.js';

/** Damaged foreign events that are skipped in a stream; with more of them the stream counts as malformed. */
const MAX_FOREIGN = 1;
/** Most bytes read after a first finish, where a usage event may follow, or events that show that the response continues. */
const MAX_AFTER_FINISH_BYTES = 1024 * 1024;
/** Data without any JSON structure: text inserted by a proxy. */
const NOISE = /^[^{}"]*$/;

/** A stream that is read event by event: counts what was produced, and finds the end. */
export abstract class EventBody implements BodyReader {
  events = 0;
  contents = 0;
  /** Whether a finish or the end marker has arrived. */
  protected finished = false;
  private readonly frames = new SseReader();
  private readonly read: (frame: Frame) => CanonicalEvent[];
  private foreign = 0;
  /** Data of the last two complete events. */
  private before = '';
  private latest = '';
  private marked = false;
  private finishes = 0;
  private bytesAfterFinish = 0;
  /** The arguments of the tool calls so far; undefined before the first call, and once they were checked. */
  private calls: CallArguments | undefined;

  constructor(
    protected readonly receiver: Receiver,
    reader: AnswerReader,
  ) {
    this.read = reader.stream({ citations: true });
  }

  data(chunk: Buffer): void {
    if (this.finishes === 1) this.bytesAfterFinish += chunk.length;
    if (this.ended) return;
    this.take(this.frames.push(chunk));
  }

  abstract end(): void;

  whole(): boolean {
    return this.marked || this.finishes === 1;
  }

  /** One event of the response; tools have the client's names. */
  protected abstract show(event: CanonicalEvent): void;

  /** All events that have arrived were shown. */
  protected abstract shownAll(): void;

  /** Reads an event that ended without a blank line. */
  protected readRest(): void {
    if (!this.ended) this.take(this.frames.flush());
  }

  /** Whether the response has ended; data after it is not read. */
  private get ended(): boolean {
    return this.marked || (this.finishes === 1 && this.bytesAfterFinish > MAX_AFTER_FINISH_BYTES);
  }

  private take(frames: Iterable<Frame>): void {
    const { receiver } = this;
    const { toolNames } = receiver.outcome;
    for (const frame of frames) {
      const events = this.eventsOf(frame);
      this.events++;
      if (events.length > 0) this.contents++;
      for (const event of events) this.count(toolNames ? withClientName(event, toolNames) : event);
      if (this.ended) break;
    }
    this.shownAll();
    if (this.marked) receiver.expectEnd(AFTER_MARKER_MS);
    // Some relays report a finish in every event: which one is the last is only known when they close the stream.
    else if (this.finishes > 0) receiver.expectEnd(this.finishes === 1 ? AFTER_FINISH_MS : undefined);
  }

  private count(event: CanonicalEvent): void {
    const { outcome } = this.receiver;
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
    outcome.output?.add(event);
    this.show(event);
  }

  /** @throws UpstreamError if the provider reports a complete response, but a tool call in it is not */
  private checkCalls(end: Extract<CanonicalEvent, { type: 'finish' | 'done' }>): void {
    const { calls } = this;
    this.calls = undefined;
    if (!calls || (end.type === 'finish' && mayBeCut(end.reason))) return;
    if (!calls.areWhole) throw halfCall();
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
