import { lastFrameEnd } from './sse.js';

const LF = 10;
const CR = 13;
const NOTHING = Buffer.alloc(0);

/**
 * Splits a byte stream at the last complete server-sent event, so that whole events can be passed through without being
 * parsed. Buffers at most one incomplete event, whose chunks are joined once, when a chunk with a line end arrives.
 */
export class FrameBuffer {
  private pieces: Buffer[] = [];
  private size = 0;

  /** @param limit maximum bytes of one event */
  constructor(private readonly limit: number) {}

  /**
   * Returns all complete events so far, or undefined if there is none. @throws RangeError when an event exceeds the limit
   */
  push(chunk: Buffer): Buffer | undefined {
    const region = this.size ? this.joined(chunk) : chunk;
    if (!region) return undefined;
    const end = lastFrameEnd(region);
    this.pieces = end < region.length ? [region.subarray(end)] : [];
    this.size = region.length - end;
    this.check();
    return end ? region.subarray(0, end) : undefined;
  }

  /** Returns and clears the bytes of the incomplete event. */
  rest(): Buffer {
    const left = this.size ? Buffer.concat(this.pieces) : NOTHING;
    this.pieces = [];
    this.size = 0;
    return left;
  }

  /** Joins only when the new chunk contains a line end, so that a large event in many chunks is not copied repeatedly. */
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

/** Returns the offset at which the last `count` events of a region start; 0 unless events are separated by LF LF. */
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
