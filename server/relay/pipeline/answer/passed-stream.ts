import type { CanonicalEvent } from '../../../dialects/canonical/events.js';
import { UpstreamError, type UpstreamFailure } from '../../../dialects/canonical/failure.js';
import { mergeUsage, noUsage, outputTotal } from '../../../dialects/canonical/usage.js';
import type { Frame, NativeCodec, UpstreamHeaders } from '../../../dialects/kit/provider.js';
import { FrameBuffer, lastFramesStart } from '../../upstream/frame-buffer.js';
import { belongsToAnswer, withoutUnreadable } from '../../upstream/readable-events.js';
import { framesIn } from '../../upstream/sse.js';
import { endStream } from '../client/array-framing.js';
import type { FailureRenderer, Unfinished } from '../attempt/attempt-result.js';
import { SentText } from './continuation.js';
import { brokenFinish, eventsOf, reportedError, type ReportedFailure } from './passed-failures.js';
import { endWithUsage, failureAfter, takenOver, type Opening } from './passed-renderer.js';
import { AFTER_FINISH_MS, AFTER_MARKER_MS, type BodyReader, type Receiver } from './receiver.js';
import { StreamTail } from './stream-tail.js';
import { StreamedError, tooLarge, tooMuchUnreadable, invalidResponse } from './invalid-response.js';
import { hasContent } from './has-content.js';
import { endWithCost, heldEnd, withoutCost } from './stated-cost.js';

const MAX_FRAME_BYTES = 16 * 1024 * 1024;
/** Most bytes held back before the first event with content; beyond that they are sent as they are. */
const MAX_HEAD_BYTES = 64 * 1024;
/** Bytes kept unread; beyond that the oldest are counted and dropped, so memory per stream stays constant. */
const MAX_UNREAD_BYTES = 32 * 1024;
/** Finish, usage and end marker are expected among this many last events. */
const TAIL_FRAMES = 4;
/** Damaged foreign events that are skipped in a stream; with more of them the stream counts as malformed. */
const MAX_FOREIGN = 1;
/** Least bytes of JSON per output token; used to decide when to count exactly, never for charging. */
const BYTES_PER_TOKEN = 100;
/** `:`, which begins a comment. */
const COMMENT = 58;
/** First line of the event Anthropic sends to keep a connection open. */
const PING = 'event: ping';
const PING_BYTES = 64;
const PING_LETTER = 112;
/** A byte order mark, which may precede the first event. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/**
 * A stream whose bytes are passed to the client unchanged. Events are parsed only where needed: up to the first with
 * content (a failure before it is invisible to the client), the last few (usage, finish), and all of them, in blocks, when
 * output must be counted.
 */
export class PassedStream implements BodyReader {
  events = 0;
  contents = 0;
  private readonly frames = new FrameBuffer(MAX_FRAME_BYTES);
  private readonly tail: StreamTail;
  private readonly readEdge: (frame: Frame) => CanonicalEvent[];
  private readonly edge = (frame: Frame): CanonicalEvent[] => this.edgeEvents(frame);
  private readAll: ((frame: Frame) => CanonicalEvent[]) | undefined;
  private unread: Buffer[] = [];
  private unreadBytes = 0;
  /** The last events sent to the client. */
  private last: Buffer | undefined;
  private head: Buffer[] = [];
  private headBytes = 0;
  /** Id and model from the start event, as far as the provider reported them. */
  private start: Opening = { id: '', model: '' };
  private finished = false;
  /** Set if the event that ends the response reports that the provider broke it off. */
  private brokenOff: UpstreamFailure | undefined;
  private readonly sent: SentText | undefined;
  private foreign = 0;
  /** The last event reported usage: only the end marker is expected after it. */
  private usageReported = false;
  /** The event with the usage, held back where the client asks for the cost, which is known at the end. */
  private heldUsage: Buffer | undefined;

  constructor(
    private readonly receiver: Receiver,
    private readonly native: Pick<
      NativeCodec,
      'end' | 'endOf' | 'endsOnce' | 'isUsageOnly' | 'normalize' | 'finish' | 'continues'
    >,
    private headers: UpstreamHeaders | undefined,
    /** Creates a reader of the provider's events. */
    private readonly reader: () => (frame: Frame) => CanonicalEvent[],
  ) {
    if (receiver.attempt.mayContinue && native.continues !== false) this.sent = new SentText();
    this.readEdge = reader();
    this.tail = new StreamTail(native, reader);
  }

  data(chunk: Buffer): void {
    if (this.tail.closed) return;
    let region: Buffer | undefined;
    try {
      region = this.frames.push(chunk);
    } catch {
      throw tooLarge();
    }
    if (region) this.take(region);
  }

  end(): void {
    const rest = this.frames.rest();
    if (rest.length && !this.tail.closed) this.take(Buffer.concat([rest, Buffer.from('\n\n')]));
    const { receiver } = this;
    if (!receiver.scope.committed)
      throw invalidResponse('the stream ended without an answer', 'empty_answer');
    const ended = this.readEnd();
    if (this.brokenOff) {
      this.tail.drop();
      throw new StreamedError(this.brokenOff);
    }
    if (!ended && !this.tail.bytes && !this.finished) return receiver.interrupt('cut-by-upstream');
    // Usage is missing or reports no output: the passed output is counted instead.
    const { usage, output } = receiver.outcome;
    if (!usage || outputTotal(usage) === 0 || output) {
      // Without an end marker, the last event may hold the whole response.
      if (this.tail.bytes) this.unread.push(this.tail.bytes);
      this.count(0);
    }
    const tail = this.ownFinish(this.tail.bytes) ?? (ended ? undefined : this.native.end);
    const { scope, request, outcome } = receiver;
    const { includeUsage, includeCost } = request.params;
    const reported = includeCost ? this.heldUsage : outcome.usage;
    if (this.native.isUsageOnly && includeUsage && !reported)
      return receiver.complete((usage, cost) => {
        const end = endWithUsage(receiver, this.start, this.finished, usage);
        endStream(scope, endWithCost(request, end, cost));
      });
    if (!includeCost) return receiver.complete(() => endStream(scope, tail));
    const { heldUsage } = this;
    receiver.complete((_usage, cost) => endStream(scope, heldEnd(this.native, heldUsage, tail, cost)));
  }

  whole(): boolean {
    if (!this.receiver.scope.committed || this.tail.repeated) return false;
    return this.readEnd() || this.finished || this.tail.bytes !== undefined;
  }

  unfinished(): Unfinished | undefined {
    if (this.tail.bytes || this.finished) return undefined;
    this.count(0);
    const text = this.sent?.whole;
    if (text === undefined || !this.last) return undefined;
    return takenOver(this.receiver, this.start, text, this.last);
  }

  measure(): void {
    this.count(TAIL_FRAMES);
  }

  broken(): FailureRenderer | undefined {
    this.count(0);
    if (this.tail.bytes) this.readFrames(this.tail.bytes);
    return failureAfter(this.receiver, this.start, this.last);
  }

  private take(events: Buffer): void {
    for (let left: Buffer | undefined = events; left && !this.tail.closed;) {
      const readable = withoutUnreadable(left);
      const region = readable?.bytes ?? left;
      if (region.length > 0) {
        if (this.receiver.scope.committed) this.forward(region);
        else this.preview(region);
      }
      if (readable?.damaged !== undefined) this.leaveOut(readable.name ?? '', readable.damaged);
      left = readable?.rest;
    }
  }

  /** Skips a damaged event that does not belong to the response. @throws UpstreamError when it may belong to it */
  private leaveOut(name: string, damaged: string): void {
    if (this.tail.bytes) return;
    const before = Buffer.concat([...this.unread.slice(-2), ...this.head.slice(-2)]);
    const others = Array.from(framesIn(before), ({ data }) => data);
    if (belongsToAnswer(name, damaged, others) || ++this.foreign > MAX_FOREIGN) throw tooMuchUnreadable();
  }

  /** Sends nothing before the first event with content: until then another channel may be tried. */
  private preview(events: Buffer): void {
    const marked = this.head.length === 0 && events.indexOf(BYTE_ORDER_MARK) === 0;
    const region = marked ? events.subarray(BYTE_ORDER_MARK.length) : events;
    this.head.push(region);
    this.headBytes += region.length;
    let meaningful = this.headBytes > MAX_HEAD_BYTES;
    for (const frame of framesIn(region)) {
      for (const event of this.edgeEvents(frame)) {
        if (event.type === 'error') throw new UpstreamError(event.failure);
        meaningful ||= hasContent(event);
      }
      if (meaningful) break;
    }
    if (!meaningful) return;
    this.receiver.commit(this.headers);
    this.headers = undefined;
    const head = this.head;
    this.head = [];
    for (const piece of head) this.forward(piece);
  }

  private forward(region: Buffer): void {
    const hadEnd = this.tail.bytes !== undefined;
    const body = this.tail.take(region);
    if (this.tail.repeated) this.receiver.expectEnd(undefined);
    else if (!hadEnd && this.tail.bytes)
      this.receiver.expectEnd(this.tail.isLast ? AFTER_MARKER_MS : AFTER_FINISH_MS);
    if (body) this.send(body);
  }

  private send(region: Buffer): void {
    if (this.isKeepAlive(region)) return this.receiver.write(region);
    const { finish } = this.native;
    const foreignFinish = finish?.foreignAt(region, 0) ?? -1;
    const failed =
      reportedError(region, this.edge) ??
      (finish && foreignFinish !== -1 && brokenFinish(region, foreignFinish, finish, this.reader, this.edge));
    if (failed) this.stopAt(region, failed);
    // Activity counters for `StreamSilence`.
    this.events++;
    this.contents++;
    this.keep(region);
    let body = region;
    const { includeUsage, includeCost } = this.receiver.request.params;
    if (this.native.isUsageOnly) {
      const start = lastFramesStart(body, 1);
      const reported = body.length > 0 && this.native.isUsageOnly(body.subarray(start));
      if (!this.tail.bytes) this.watchUsage(reported, body);
      if (reported && includeCost) this.heldUsage = body.subarray(start);
      if (reported && (includeCost || !includeUsage)) body = body.subarray(0, start);
    }
    if (this.native.normalize) body = this.native.normalize(body, true);
    // Some providers state their own price in events with content.
    if (includeCost) body = withoutCost(body);
    if (foreignFinish !== -1) body = this.ownFinish(body);
    if (body.length) this.receiver.write(body);
    // Once the end has arrived, the exact usage is about to be read: no estimate is needed any more.
    if (!this.tail.bytes)
      this.receiver.produced(this.receiver.outcome.meter.tokens + this.unreadBytes / BYTES_PER_TOKEN);
  }

  /** After the usage only the end marker follows, and not every provider sends one. */
  private watchUsage(reported: boolean, body: Buffer): void {
    if (reported) this.receiver.expectEnd(AFTER_FINISH_MS);
    else if (this.usageReported && body.includes('"delta"')) this.receiver.expectEnd(undefined);
    else return;
    this.usageReported = reported;
  }

  /** Keep-alives carry no part of the response and are passed to the client unread: comments, and Anthropic's pings. */
  private isKeepAlive(region: Buffer): boolean {
    if (region[0] === COMMENT) return !region.includes('data:');
    const isPing =
      region.length <= PING_BYTES &&
      region[PING.length - 4] === PING_LETTER &&
      region.toString('latin1', 0, PING.length) === PING;
    if (isPing) this.events++;
    return isPing;
  }

  /**
   * Stops at a failure that the provider reports inside the stream instead of forwarding it: the events before it are sent
   * to the client, then another channel continues the response, or the client gets the masked error.
   * @throws StreamedError
   */
  private stopAt(region: Buffer, { at, failure }: ReportedFailure): never {
    const before = region.subarray(0, at);
    this.tail.drop();
    if (before.length > 0) this.send(before);
    throw new StreamedError(failure);
  }

  /** The same bytes, in which finish reasons of other APIs are replaced. */
  private ownFinish<B extends Buffer | undefined>(events: B): B | Buffer {
    return (events && this.native.finish?.replaced(events)) ?? events;
  }

  private keep(region: Buffer): void {
    // A list literal with one element uses less memory than `push` into an empty list, which reserves 16 slots.
    if (this.unread.length === 0) this.unread = [region];
    else this.unread.push(region);
    this.last = region;
    this.unreadBytes += region.length;
    if (this.unreadBytes > MAX_UNREAD_BYTES) this.count(TAIL_FRAMES);
  }

  /** Reads and drops all unread chunks but the last `spare`, adding their output to the meter. */
  private count(spare: number): void {
    const counted = this.unread.slice(0, Math.max(0, this.unread.length - spare));
    this.unread = this.unread.slice(counted.length);
    if (counted.length === 0) return;
    const { outcome } = this.receiver;
    const read = (this.readAll ??= this.reader());
    for (const piece of counted) {
      this.unreadBytes -= piece.length;
      for (const frame of framesIn(piece))
        for (const event of eventsOf(read, frame)) {
          outcome.meter.add(event);
          this.sent?.add(event);
          outcome.output?.add(event);
          if (event.type === 'usage') outcome.usage = mergeUsage(outcome.usage ?? noUsage(), event.usage);
        }
    }
  }

  /** Reads the last events, for finish and usage. @returns whether the end marker was among them */
  private readEnd(): boolean {
    this.brokenOff = undefined;
    const last = this.unread
      .slice(-TAIL_FRAMES)
      .map((piece) => piece.subarray(lastFramesStart(piece, TAIL_FRAMES)));
    const region = last.length === 1 ? last[0]! : Buffer.concat(last);
    const ended = this.readFrames(region.subarray(lastFramesStart(region, TAIL_FRAMES)));
    return this.tail.bytes ? this.readFrames(this.tail.bytes, true) || ended : ended;
  }

  /** @param isTail these are the events that end the response, which were not sent to the client */
  private readFrames(region: Buffer, isTail = false): boolean {
    let ended = false;
    for (const frame of framesIn(region))
      for (const event of this.edgeEvents(frame))
        if (event.type === 'done') ended = true;
        else if (event.type === 'finish') this.finished = true;
        else if (event.type === 'error' && isTail) this.brokenOff = event.failure;
    return ended;
  }

  private edgeEvents(frame: Frame): CanonicalEvent[] {
    const events = eventsOf(this.readEdge, frame);
    const { outcome } = this.receiver;
    for (const event of events)
      if (event.type === 'usage') outcome.usage = mergeUsage(outcome.usage ?? noUsage(), event.usage);
      else if (event.type === 'start') {
        this.start = event;
        outcome.answerId = event.id;
      }
    return events;
  }
}
