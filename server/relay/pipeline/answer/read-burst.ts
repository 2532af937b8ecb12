/** The chunks that arrive in one turn of the event loop. Most turns bring one, which needs no list and no copy. */
export class ReadBurst {
  private chunks: Buffer | Buffer[] | undefined;

  /** @returns whether it is the first of its turn */
  add(chunk: Buffer): boolean {
    const { chunks } = this;
    if (!chunks) {
      this.chunks = chunk;
      return true;
    }
    if (Array.isArray(chunks)) chunks.push(chunk);
    else this.chunks = [chunks, chunk];
    return false;
  }

  /** Removes and returns all chunks as one; undefined if there are none. */
  take(): Buffer | undefined {
    const { chunks } = this;
    this.chunks = undefined;
    return Array.isArray(chunks) ? Buffer.concat(chunks) : chunks;
  }
}
