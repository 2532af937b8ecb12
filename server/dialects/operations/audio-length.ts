import { parseFromTokenizer } from 'music-metadata';
import { AbstractTokenizer, EndOfStreamError, type IReadChunkOptions } from 'strtok3/core';
import type { FormBytes, FormPart } from './form.js';

/** Bytes read at a time: players' formats say a few bytes here and a few there. */
const WINDOW = 64 * 1024;
/** Longest member of a file (pictures of albums) that is taken into memory; what claims to be longer is not measured. */
const MAX_AT_ONCE = 16 * 1024 * 1024;

/** Seconds; undefined where the file's format does not tell, which is no reason to refuse it. Reads only what it needs. */
export async function audioLength(bytes: FormBytes, part: FormPart): Promise<number | undefined> {
  try {
    const { format } = await parseFromTokenizer(new AudioTokenizer(bytes, part), {
      duration: true,
      skipCovers: true,
    });
    return format.duration !== undefined && Number.isFinite(format.duration) && format.duration > 0
      ? format.duration
      : undefined;
  } catch {
    // The vendor may know formats that this library does not.
    return undefined;
  }
}

/** A file of a form as music-metadata reads it, wherever its bytes are. */
class AudioTokenizer extends AbstractTokenizer {
  readonly fileInfo: { size: number; mimeType?: string; path?: string };
  private window: Buffer = Buffer.alloc(0);
  private windowAt = 0;

  constructor(
    private readonly bytes: FormBytes,
    private readonly part: FormPart,
  ) {
    super({ maxBufferSize: MAX_AT_ONCE });
    this.fileInfo = { size: part.end - part.start, mimeType: part.contentType, path: part.fileName };
  }

  override supportsRandomAccess(): boolean {
    return true;
  }

  setPosition(position: number): void {
    this.position = position;
  }

  override async readBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { position } = this.normalizeOptions(target, options);
    const length = await this.peekBuffer(target, options);
    this.position = position + length;
    return length;
  }

  override async peekBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { length, position, mayBeLess } = this.normalizeOptions(target, options);
    const there = Math.max(0, Math.min(length, this.fileInfo.size - position));
    if (there < length && !mayBeLess) throw new EndOfStreamError();
    if (there > WINDOW) await this.bytes.readInto(target.subarray(0, there), this.part.start + position);
    else target.set(await this.looked(position, there));
    return there;
  }

  private async looked(position: number, length: number): Promise<Buffer> {
    const from = position - this.windowAt;
    if (from >= 0 && from + length <= this.window.length) return this.window.subarray(from, from + length);
    const size = Math.max(0, Math.min(WINDOW, this.fileInfo.size - position));
    const window = Buffer.allocUnsafe(size);
    await this.bytes.readInto(window, this.part.start + position);
    this.window = window;
    this.windowAt = position;
    return window.subarray(0, length);
  }
}
