import type { NativeCodec } from '../../dialects/providers/provider.js';
import { frameEnd } from '../upstream/sse.js';

/** Most bytes of events kept after a finish, where only a usage event is expected. */
const MAX_BYTES = 64 * 1024;
const LF = 10;

/**
 * The end of a passed stream: found in its bytes and held back until the charge is safe. Data after the end is dropped, so
 * a provider that keeps sending costs neither memory nor time.
 */
export class StreamTail {
  /** The events held back; undefined until the end arrives. */
  bytes: Buffer | undefined;
  /** Whether all further data is ignored. */
  closed = false;
  /** Whether a finish was reported more than once: some relays do so in every event, and the last one is the end. */
  repeated = false;
  /** The first line of the end marker; '' where streams have none. */
  private readonly marker: string;

  constructor(private readonly native: Pick<NativeCodec, 'end' | 'endOf' | 'endsOnce'>) {
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
    if (end === -1) {
      if (!this.bytes) return region;
      this.add(region);
      return undefined;
    }
    const before = this.bytes;
    if (this.isLast) {
      this.bytes = region.subarray(end, frameEnd(region, end));
      this.closed = true;
    } else {
      this.bytes = undefined;
      this.add(region.subarray(end));
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

  private add(events: Buffer): void {
    const size = (this.bytes?.length ?? 0) + events.length;
    if (this.bytes && size > MAX_BYTES) this.closed = true;
    else if (events.includes('data:')) this.bytes = this.bytes ? Buffer.concat([this.bytes, events]) : events;
  }

  /** Offset of the event that ends the response, -1 when absent. A marker must begin a line, so text never matches. */
  private endOf(region: Buffer): number {
    if (this.native.endOf) return this.native.endOf(region);
    for (let at = region.indexOf(this.marker); at !== -1; at = region.indexOf(this.marker, at + 1))
      if (at === 0 || region[at - 1] === LF) return at;
    return -1;
  }
}
