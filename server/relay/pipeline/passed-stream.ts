import type { HubEvent } from '../hub/events.js';
import { UpstreamError } from '../hub/failure.js';
import { mergeUsage, noUsage, outputTotal, type Usage } from '../hub/usage.js';
import type { Frame, NativeCodec, UpstreamHeaders } from '../providers/provider.js';
import { FrameBuffer, lastFramesStart } from '../upstream/frame-buffer.js';
import { withoutUnreadable } from '../upstream/readable-events.js';
import { framesIn } from '../upstream/sse.js';
import { endStream } from './array-framing.js';
import { SentText, type Unfinished } from './continuation.js';
import { AFTER_FINISH_MS, AFTER_MARKER_MS, type BodyReader, type Receiver } from './receiver.js';
import { renderContext } from './render-context.js';
import { tooMuchUnreadable, unusable } from './unusable.js';
import { known } from './context.js';
import { isMeaningful } from './meaning.js';

const MAX_FRAME_BYTES = 16 * 1024 * 1024;
/** Held back at most before the first meaningful event; then sent as it is. */
const MAX_HEAD_BYTES = 64 * 1024;
/** Bytes kept unread; beyond them the oldest are counted and dropped, so memory per stream stays constant. */
const MAX_UNREAD_BYTES = 32 * 1024;
/** The vendor's last words (finish, usage, end marker) are among its last events. */
const TAIL_FRAMES = 4;
/** One event that cannot be read is left out; more mean that the stream is not what it claims to be. */
const MAX_DAMAGED = 1;
/** Bytes of JSON around one token of output, at least; for deciding when to look closer, never for charging. */
const BYTES_PER_TOKEN = 100;

/**
 * A stream whose bytes go to the client as they are. Events are read only where something depends on them: up to the
 * first that means something (a failure before it is still invisible), the last few (usage, finish), and all of them,
 * in blocks, when output must be counted.
 */
export class PassedStream implements BodyReader {
  private readonly frames = new FrameBuffer(MAX_FRAME_BYTES);
  private readonly endLine: string;
  private readonly readEdge: (frame: Frame) => HubEvent[];
  private readAll: ((frame: Frame) => HubEvent[]) | undefined;
  private unread: Buffer[] = [];
  private unreadBytes = 0;
  /** The last events that went to the client. */
  private last: Buffer | undefined;
  private head: Buffer[] = [];
  private headBytes = 0;
  private tail: Buffer | undefined;
  /** How the answer opened, as far as it told. */
  private start: { id: string; model: string } = { id: '', model: '' };
  private finished = false;
  private readonly sent: SentText | undefined;
  private broke = false;
  private damaged = 0;
  private finishesOften = false;

  constructor(
    private readonly receiver: Receiver,
    private readonly native: Pick<NativeCodec, 'end' | 'endOf' | 'unasked' | 'retell' | 'continues'>,
    private headers: UpstreamHeaders | undefined,
    private readonly reader: () => (frame: Frame) => HubEvent[] = known(receiver.reader).stream,
  ) {
    if (receiver.context.mayContinue && native.continues !== false) this.sent = new SentText();
    this.readEdge = reader();
    this.endLine = native.end.slice(0, native.end.indexOf('\n'));
  }

  data(chunk: Buffer): void {
    let region: Buffer | undefined;
    try {
      region = this.frames.push(chunk);
    } catch {
      throw unusable('an event of the stream is too large');
    }
    if (region) this.take(region);
  }

  end(): void {
    const rest = this.frames.rest();
    if (rest.length) this.take(Buffer.concat([rest, Buffer.from('\n\n')]));
    const { receiver } = this;
    if (!receiver.context.committed) throw unusable('the stream ended without an answer', 'empty_answer');
    const ended = this.readTail(this.lastFrames());
    if (this.broke) return receiver.close('upstream-error');
    if (!ended && !this.tail && !this.finished) return receiver.breakOff('cut-by-upstream');
    // No usage, or one that knows of no output: what came through is counted instead.
    if (!receiver.outcome.usage || outputTotal(receiver.outcome.usage) === 0) {
      // Where there is no end marker, the last event may be the whole answer.
      if (this.tail) this.unread.push(this.tail);
      this.count(0);
    }
    const tail = this.tail ?? (ended ? undefined : this.native.end);
    const { context } = receiver;
    const owed = this.native.unasked && known(context.read).includeUsage && !receiver.outcome.usage;
    context.complete = owed
      ? (usage) => endStream(context, this.endWithUsage(usage))
      : () => endStream(context, tail);
    receiver.close('complete');
  }

  whole(): boolean {
    if (!this.receiver.context.committed || this.finishesOften) return false;
    return (this.readTail(this.lastFrames()) || this.finished || this.tail !== undefined) && !this.broke;
  }

  unfinished(): Unfinished | undefined {
    const { context } = this.receiver;
    if (this.tail || this.finished) return undefined;
    this.count(0);
    const text = this.sent?.whole;
    const renderer = context.exchange.protocol.stream(renderContext(context));
    if (text === undefined || !this.last) return undefined;
    // It must know what was told, and tell none of it again.
    renderer.event({ type: 'start', ...this.start });
    renderer.event({ type: 'text-delta', text });
    if (renderer.takeUp && !renderer.takeUp(this.last)) return undefined;
    if (renderer.failed) context.failed = (error) => renderer.failed?.(error) ?? '';
    return { text, renderer };
  }

  broken(): void {
    const { context } = this.receiver;
    this.count(0);
    const renderer = context.exchange.protocol.stream(renderContext(context));
    if (!renderer.failed) return;
    // What this renderer tells of the start was told by the vendor before.
    renderer.event({ type: 'start', ...this.start });
    context.failed = (error) => renderer.failed?.(error, this.last) ?? '';
  }

  /** The end of a stream whose vendor did not tell the usage that the client asked for. */
  private endWithUsage(usage: Usage): string {
    const renderer = this.receiver.context.exchange.protocol.stream(renderContext(this.receiver.context));
    // What was told before is not told again.
    renderer.event({ type: 'start', ...this.start });
    if (this.finished) renderer.event({ type: 'finish', reason: 'stop' });
    return renderer.end(usage);
  }

  private take(events: Buffer): void {
    const readable = withoutUnreadable(events);
    this.damaged += readable?.damaged ?? 0;
    if (this.damaged > MAX_DAMAGED) throw tooMuchUnreadable();
    const region = readable?.bytes ?? events;
    if (region.length === 0) return;
    if (this.receiver.context.committed) this.forward(region);
    else this.preview(region);
  }

  /** Nothing is sent before an event that means something has come: until then another channel may be asked. */
  private preview(region: Buffer): void {
    this.head.push(region);
    this.headBytes += region.length;
    let meaningful = this.headBytes > MAX_HEAD_BYTES;
    for (const frame of framesIn(region)) {
      for (const event of this.edgeEvents(frame)) {
        if (event.type === 'error') throw new UpstreamError(event.failure);
        meaningful ||= isMeaningful(event);
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
    const end = this.endOf(region);
    let body = end === -1 ? region : region.subarray(0, end);
    if (end !== -1 && this.tail && this.native.endOf) {
      // Some relays of vendors without an end marker say a finish in every event: the last of them is the end.
      body = Buffer.concat([this.tail, body]);
      this.tail = undefined;
      this.finishesOften = true;
    }
    if (end !== -1 || this.tail)
      this.tail = Buffer.concat([this.tail ?? Buffer.alloc(0), region.subarray(Math.max(end, 0))]);
    if (this.finishesOften) this.receiver.expectEnd(undefined);
    else if (this.tail) this.receiver.expectEnd(this.endLine ? AFTER_MARKER_MS : AFTER_FINISH_MS);
    if (this.tail && end === -1) return;
    this.keep(body);
    if (this.native.unasked) {
      const start = lastFramesStart(body, 1);
      const told = body.length > 0 && this.native.unasked(body.subarray(start));
      if (told && !known(this.receiver.context.read).includeUsage) body = body.subarray(0, start);
      // Behind the usage nothing comes but the end marker, and not every vendor has one.
      if (!this.tail) this.receiver.expectEnd(told ? AFTER_FINISH_MS : undefined);
    }
    if (this.native.retell) body = this.native.retell(body, true);
    if (body.length) this.receiver.write(body);
    // With the end in hand the real usage is known in a moment: no reason to guess any more.
    if (!this.tail)
      this.receiver.produced(this.receiver.outcome.meter.tokens + this.unreadBytes / BYTES_PER_TOKEN);
  }

  /** Where the end marker's frame begins, -1 when it is not there. It is a line of its own, never text of an answer. */
  private endOf(region: Buffer): number {
    if (this.native.endOf) return this.native.endOf(region);
    const at = region.lastIndexOf(this.endLine);
    return at === 0 || (at > 0 && region[at - 1] === 10) ? at : -1;
  }

  private keep(region: Buffer): void {
    // A list that begins with its first piece has no room set aside for sixteen more.
    if (this.unread.length === 0) this.unread = [region];
    else this.unread.push(region);
    this.last = region;
    this.unreadBytes += region.length;
    if (this.unreadBytes > MAX_UNREAD_BYTES) this.count(TAIL_FRAMES);
  }

  /** Reads and drops all kept pieces but the last `spare`, adding their output to the meter. */
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
          if (event.type === 'usage') outcome.usage = mergeUsage(outcome.usage ?? noUsage(), event.usage);
        }
    }
  }

  private lastFrames(): Buffer {
    const last = this.unread
      .slice(-TAIL_FRAMES)
      .map((piece) => piece.subarray(lastFramesStart(piece, TAIL_FRAMES)));
    if (this.tail) last.push(this.tail);
    return last.length === 1 ? last[0]! : Buffer.concat(last);
  }

  /** The vendor's last words. true when its end marker was among them. */
  private readTail(region: Buffer): boolean {
    let ended = false;
    for (const frame of framesIn(region.subarray(lastFramesStart(region, TAIL_FRAMES))))
      for (const event of this.edgeEvents(frame)) {
        if (event.type === 'done') ended = true;
        else if (event.type === 'finish') this.finished = true;
        else if (event.type === 'error') {
          this.broke = true;
          this.receiver.context.errorShown = true;
          this.receiver.context.problem = new UpstreamError(event.failure);
        }
      }
    return ended;
  }

  private edgeEvents(frame: Frame): HubEvent[] {
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

/** What nobody can make sense of is passed on and skipped here; the rest of the stream counts. */
function eventsOf(read: (frame: Frame) => HubEvent[], frame: Frame): HubEvent[] {
  try {
    return read(frame);
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
