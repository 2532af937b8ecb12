import { lastFrameEnd } from './sse.js';

const LF = 10;
const CR = 13;
const NOTHING = Buffer.alloc(0);

/**
 * Cuts a byte stream at the last complete server-sent event, so that whole events can be passed on without being read.
 * Holds back at most one unfinished event; its pieces are joined once, when its end has come.
 */
export class FrameBuffer {
  private pieces: Buffer[] = [];
  private size = 0;

  /** @param limit bytes one event may have */
  constructor(private readonly limit: number) {}

  /** All complete events so far, or undefined while there is none. @throws RangeError when an event outgrows the limit */
  push(chunk: Buffer): Buffer | undefined {
    const region = this.size ? this.joined(chunk) : chunk;
    if (!region) return undefined;
    const end = lastFrameEnd(region);
    this.pieces = end < region.length ? [region.subarray(end)] : [];
    this.size = region.length - end;
    this.check();
    return end ? region.subarray(0, end) : undefined;
  }

  /** What is left without an end; the buffer is empty afterwards. */
  rest(): Buffer {
    const left = this.size ? Buffer.concat(this.pieces) : NOTHING;
    this.pieces = [];
    this.size = 0;
    return left;
  }

  /** Joins only when the new piece can hold an end, so that a huge event in many pieces is not copied again and again. */
  private joined(chunk: Buffer): Buffer | undefined {
    this.pieces.push(chunk);
    this.size += chunk.length;
    this.check();
    return chunk.includes(LF) || chunk.includes(CR) ? Buffer.concat(this.pieces) : undefined;
  }

  private check(): void {
    if (this.size > this.limit) throw new RangeError(`an event of more than ${this.limit} bytes`);
  }
}

/** The offset at which the last `count` events of a region begin (events split by LF LF; other splits give 0). */
export function lastFramesStart(region: Buffer, count: number): number {
  let at = region.length;
  for (let i = 0; i <= count; i++) {
    if (at < 2) return 0;
    const end = region.lastIndexOf('\n\n', at - 1);
    if (end === -1) return 0;
    if (i === count) return end + 2;
    at = end;
  }
  return 0;
}
