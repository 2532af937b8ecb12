import type { CanonicalEvent } from '../../../dialects/canonical/events.js';
import type { Frame, NativeCodec } from '../../../dialects/kit/provider.js';
import { frameEnd, framesIn } from '../../upstream/sse.js';
import { hasContent } from './has-content.js';
import { eventsOf } from './passed-failures.js';

/** Most bytes of several events held back after a finish, where normally only a usage event follows. */
const MAX_BYTES = 64 * 1024;
const LF = 10;

/**
 * The end of a passed stream: found in its bytes and held back until the charge is safe. Data after an end that is always
 * the last event is dropped. Where others may follow, those with content, such as images, belong to the response until the
 * upstream closes the stream: only the newest are held back. A provider that goes on with other data costs no memory.
 */
export class StreamTail {
  /** The events held back; undefined until the end arrives. */
  bytes: Buffer | undefined;
  /** Whether all further data is ignored. */
  closed = false;
  /** Whether a finish was reported more than once: some relays do so in every event, and the last one is the end. */
  repeated = false;
  /** Where the event with the finish ends in `bytes`; 0 if it was sent already. */
  private finishEnd = 0;
  /** The first line of the end marker; '' where streams have none. */
  private readonly marker: string;

  /** @param reader creates a reader of the provider's events */
  constructor(
    private readonly native: Pick<NativeCodec, 'end' | 'endOf' | 'endsOnce'>,
    private readonly reader: () => (frame: Frame) => CanonicalEvent[],
  ) {
    this.marker = native.end.slice(0, native.end.indexOf('\n'));
  }

  /** Whether nothing is expected after the end; otherwise a usage event may follow. */
  get isLast(): boolean {
    return this.marker !== '' || this.native.endsOnce === true;
  }

  /**
   * Removes the events that belong to the end.
   * @param region whole events
   * @returns the bytes to send to the client now; undefined when there are none
   */
  take(region: Buffer): Buffer | undefined {
    const end = this.endOf(region);
    if (end === -1) return this.bytes ? this.add(region) : region;
    const before = this.bytes;
    if (this.isLast) {
      this.bytes = region.subarray(end, frameEnd(region, end));
      this.closed = true;
    } else {
      this.bytes = undefined;
      this.add(region.subarray(end));
      this.finishEnd = frameEnd(region, end) - end;
    }
    const body = region.subarray(0, end);
    if (!before) return body;
    this.repeated = true;
    return Buffer.concat([before, body]);
  }

  /** The response failed before its end: drops the events held back and ignores all further data. */
  drop(): void {
    this.bytes = undefined;
    this.closed = true;
  }

  /** Holds back events after a finish. @returns those that were held back and can no longer be the end */
  private add(events: Buffer): Buffer | undefined {
    if (!events.includes('data:')) return undefined;
    const held = this.bytes;
    if (held && held.length + events.length > MAX_BYTES) {
      if (this.hasContent(events) || this.hasContent(held.subarray(this.finishEnd))) {
        this.bytes = events;
        this.finishEnd = 0;
        return held;
      }
      this.closed = true;
      return undefined;
    }
    this.bytes = held ? Buffer.concat([held, events]) : events;
    return undefined;
  }

  private hasContent(events: Buffer): boolean {
    const read = this.reader();
    for (const frame of framesIn(events)) if (eventsOf(read, frame).some(hasContent)) return true;
    return false;
  }

  /** Offset of the event that ends the response, -1 when absent. A marker must begin a line, so text never matches. */
  private endOf(region: Buffer): number {
    if (this.native.endOf) return this.native.endOf(region);
    for (let at = region.indexOf(this.marker); at !== -1; at = region.indexOf(this.marker, at + 1))
      if (at === 0 || region[at - 1] === LF) return at;
    return -1;
  }
}
