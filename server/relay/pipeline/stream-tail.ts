import type { NativeCodec } from '../../dialects/providers/provider.js';
import { frameEnd } from '../upstream/sse.js';

/** Bytes of events behind a finish that are kept: a usage event follows there at most. */
const MAX_BYTES = 64 * 1024;
const LF = 10;

/**
 * The end of a passed stream: found in its bytes, held back until the charge is safe. What follows the end is dropped, so
 * a provider that goes on sending costs neither memory nor time.
 */
export class StreamTail {
  /** The events held back; undefined while the end has not come. */
  bytes: Buffer | undefined;
  /** Nothing more belongs to the answer. */
  closed = false;
  /** Some relays report a finish in every event: the last of them is the end. */
  repeated = false;
  /** The first line of the end marker; '' where streams have none. */
  private readonly marker: string;

  constructor(private readonly native: Pick<NativeCodec, 'end' | 'endOf' | 'endsOnce'>) {
    this.marker = native.end.slice(0, native.end.indexOf('\n'));
  }

  /** Is nothing expected behind the end, or may a usage event follow? */
  get isLast(): boolean {
    return this.marker !== '' || this.native.endsOnce === true;
  }

  /**
   * Takes what belongs to the end out of whole events.
   * @returns what goes to the client now; undefined when nothing does
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

  /** The answer failed before its end: what looked like one is none, and nothing more is read. */
  drop(): void {
    this.bytes = undefined;
    this.closed = true;
  }

  private add(events: Buffer): void {
    const size = (this.bytes?.length ?? 0) + events.length;
    if (this.bytes && size > MAX_BYTES) this.closed = true;
    else if (events.includes('data:')) this.bytes = this.bytes ? Buffer.concat([this.bytes, events]) : events;
  }

  /** Where the event begins that ends the answer, -1 when it is not there. A marker is a line of its own, never text of an answer. */
  private endOf(region: Buffer): number {
    if (this.native.endOf) return this.native.endOf(region);
    for (let at = region.indexOf(this.marker); at !== -1; at = region.indexOf(this.marker, at + 1))
      if (at === 0 || region[at - 1] === LF) return at;
    return -1;
  }
}
