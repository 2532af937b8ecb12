import { AbstractTokenizer, EndOfStreamError, type IReadChunkOptions } from 'strtok3/core';
import type { FormBytes, FormPart } from './form.js';

/** Bytes read ahead: the parser requests only a few bytes at a time. */
const WINDOW = 64 * 1024;
/**
 * Largest piece of a file (album art, for example) that is read into memory, in bytes. Files with a larger one are not
 * measured.
 */
const MAX_AT_ONCE = 16 * 1024 * 1024;

/** Lets music-metadata read a file of a form, whether its bytes are in memory or on disk. */
export class AudioTokenizer extends AbstractTokenizer {
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
