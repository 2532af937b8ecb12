/** Largest answer that is read before it is sent. */
export const MAX_ANSWER_BYTES = 128 * 1024 * 1024;

/** Joins the pieces of a body, up to a limit. */
export class BoundedBuffer {
  private readonly pieces: Buffer[] = [];
  private size = 0;

  constructor(private readonly limit: number) {}

  /** false when the body outgrew the limit. */
  add(chunk: Buffer): boolean {
    this.size += chunk.length;
    if (this.size > this.limit) return false;
    this.pieces.push(chunk);
    return true;
  }

  all(): Buffer {
    return this.pieces.length === 1 ? this.pieces[0]! : Buffer.concat(this.pieces);
  }
}
