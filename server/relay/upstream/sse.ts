import type { Frame } from '../../dialects/kit/provider.js';

const LF = 10;
const CR = 13;
const BYTE_ORDER_MARK = 0xfeff;
/** Maximum bytes of one event unless the caller sets a limit. */
const defaultLimit = 16 * 1024 * 1024;

/** An event exceeded the size limit; the stream cannot be read further. */
export class FrameTooLarge extends RangeError {}

/**
 * Parses a byte stream into server-sent events, independent of chunk boundaries and line ending style. Buffers at most one
 * incomplete event.
 */
export class SseReader {
  /**
   * Bytes of the incomplete event; grows by doubling, so that a large event in many chunks is copied a bounded number of
   * times.
   */
  private held: Buffer | undefined;
  private size = 0;
  /** Length of the prefix of `held` that is known to contain no end of an event. */
  private searched = 0;

  constructor(private readonly limit = defaultLimit) {}

  /** Returns the events that these bytes complete. @throws FrameTooLarge */
  push(bytes: Buffer): Frame[] {
    const frames: Frame[] = [];
    const source = this.size === 0 ? bytes : this.grow(bytes);
    let start = 0;
    const blankLines = new BlankLines(source);
    for (let end = blankLines.endAfter(this.searched); end !== -1; end = blankLines.endAfter(end)) {
      const frame = readFrame(source, start, end);
      if (frame) frames.push(frame);
      start = end;
    }
    this.hold(source, start);
    return frames;
  }

  /** Returns the last event of a stream that ended without a blank line. */
  flush(): Frame[] {
    if (!this.held || this.size === 0) return [];
    const frame = readFrame(this.held, 0, this.size);
    this.size = 0;
    this.searched = 0;
    return frame ? [frame] : [];
  }

  private grow(bytes: Buffer): Buffer {
    const size = this.size + bytes.length;
    let held = this.held;
    if (!held || held.length < size) {
      const larger = Buffer.allocUnsafe(Math.max(size, (held?.length ?? 0) * 2));
      held?.copy(larger, 0, 0, this.size);
      held = larger;
    }
    bytes.copy(held, this.size);
    this.held = held;
    this.size = size;
    return held.subarray(0, size);
  }

  private hold(source: Buffer, start: number): void {
    const size = source.length - start;
    if (size > this.limit) throw new FrameTooLarge(`an event of more than ${this.limit} bytes`);
    if (size > 0 && (start > 0 || this.size === 0)) {
      if (!this.held || this.held.length < size) this.held = Buffer.allocUnsafe(Math.max(size, 1024));
      source.copy(this.held, 0, start);
    }
    this.size = size;
    // A blank line split between chunks lacks at most three bytes.
    this.searched = Math.max(0, size - 3);
  }
}

/**
 * Returns the offset after the last complete event, 0 if there is none. Everything before it can be passed through without
 * being parsed.
 */
export function lastFrameEnd(bytes: Buffer): number {
  for (let at = bytes.lastIndexOf(LF); at > 0; at = bytes.lastIndexOf(LF, at - 1)) {
    const before = bytes[at - 1] === CR ? at - 2 : at - 1;
    if (before >= 0 && isLineEnd(bytes[before])) return at + 1;
  }
  const end = bytes.lastIndexOf('\r\r');
  return end === -1 ? 0 : end + 2;
}

/** Yields the events of a buffer of complete events lazily, so that callers can stop early. */
export function* framesIn(whole: Buffer): Generator<Frame, void, undefined> {
  const blankLines = new BlankLines(whole);
  let start = 0;
  for (let end = blankLines.endAfter(0); end !== -1; end = blankLines.endAfter(end)) {
    const frame = readFrame(whole, start, end);
    if (frame) yield frame;
    start = end;
  }
}

/** Returns the offset after the event that starts at `from`, or the buffer's length if the event is incomplete. */
export function frameEnd(bytes: Buffer, from: number): number {
  const end = new BlankLines(bytes).endAfter(from);
  return end === -1 ? bytes.length : end;
}

/** Returns the offset of the event that contains the byte at `at`. Streams with CR-only line ends count as one event. */
export function frameStart(bytes: Buffer, at: number): number {
  const lf = bytes.lastIndexOf('\n\n', at);
  const cr = bytes.lastIndexOf('\r\n\r\n', at);
  return Math.max(lf === -1 ? 0 : lf + 2, cr === -1 ? 0 : cr + 4);
}

/** Finds blank lines from front to back. Caches the next CR and LF, so that every byte is searched once. */
class BlankLines {
  private lf = -1;
  private cr = -1;

  constructor(private readonly bytes: Buffer) {}

  /** Returns the offset after the first blank line at or after `from`, or -1. */
  endAfter(from: number): number {
    const { bytes } = this;
    for (let at = this.lineEnd(from); at < bytes.length;) {
      const next = afterLineEnd(bytes, at);
      if (isLineEnd(bytes[next])) return afterLineEnd(bytes, next);
      at = this.lineEnd(next);
    }
    return -1;
  }

  private lineEnd(from: number): number {
    if (this.lf < from) this.lf = this.find(LF, from);
    if (this.cr < from) this.cr = this.find(CR, from);
    return Math.min(this.lf, this.cr);
  }

  private find(byte: number, from: number): number {
    const at = this.bytes.indexOf(byte, from);
    return at === -1 ? this.bytes.length : at;
  }
}

function afterLineEnd(bytes: Buffer, at: number): number {
  return bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : at + 1;
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}

/** Parses one event; undefined if it has no data (comments, keep-alives, stray blank lines). */
function readFrame(bytes: Buffer, start: number, end: number): Frame | undefined {
  let block = bytes.toString('utf8', start, end);
  // The first event may start with a byte order mark
  // (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream).
  if (block.charCodeAt(0) === BYTE_ORDER_MARK) block = block.slice(1);
  if (block.includes('\r')) block = block.replace(/\r\n?/g, '\n');
  let name = 'message';
  let data: string | undefined;
  for (let from = 0; from < block.length;) {
    let to = block.indexOf('\n', from);
    if (to === -1) to = block.length;
    if (block.startsWith('data:', from)) {
      const line = block.slice(block[from + 5] === ' ' ? from + 6 : from + 5, to);
      data = data === undefined ? line : `${data}\n${line}`;
    } else if (block.startsWith('event:', from)) {
      name = block.slice(from + 6, to).trim() || 'message';
    }
    from = to + 1;
  }
  return data ? { name, data } : undefined;
}
