/** Collects the chunks of a body, up to a limit in bytes. */
export class BoundedBuffer {
  private readonly pieces: Buffer[] = [];
  private size = 0;

  constructor(private readonly limit: number) {}

  /** @returns false when the body exceeds the limit */
  add(chunk: Buffer): boolean {
    this.size += chunk.length;
    if (this.size > this.limit) return false;
    this.pieces.push(chunk);
    return true;
  }

  /** Bytes so far. */
  get length(): number {
    return this.size;
  }

  all(): Buffer {
    return this.pieces.length === 1 ? this.pieces[0]! : Buffer.concat(this.pieces);
  }
}
