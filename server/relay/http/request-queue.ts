/** Milliseconds of work that is begun in one turn of the event loop. What it leads to, after a reply of Redis, comes on top. */
const BUDGET_MS = 1;

interface Waiting {
  readonly begin: () => void;
  /** Milliseconds of `performance.now()`. */
  readonly since: number;
}

/**
 * Begins requests whose bodies have arrived in the order of their arrival, a few in each turn of the event loop. With more
 * requests than the process can serve, all that arrived would otherwise be begun in the same turn, and connections, replies
 * of Redis and upstreams' responses would wait for its end. Here it can be seen how long requests wait, and new ones can be
 * refused (`Overload`). A request that nothing waits before is begun at once.
 */
export class RequestQueue {
  private readonly waiting: Waiting[] = [];
  /** Index of the first that waits; the array is cut when half of it is past. */
  private first = 0;
  private turnStartedAt = 0;
  private isScheduled = false;

  /** Milliseconds for which the first has waited. */
  at(now: number): number {
    const head = this.waiting[this.first];
    return head ? now - head.since : 0;
  }

  /** @param begin must not throw */
  add(begin: () => void): void {
    const now = performance.now();
    if (!this.isScheduled) {
      this.isScheduled = true;
      this.turnStartedAt = now;
      setImmediate(this.turn);
    }
    if (this.first === this.waiting.length && now - this.turnStartedAt < BUDGET_MS) begin();
    else this.waiting.push({ begin, since: now });
  }

  /** The callbacks of a turn's events are over. */
  private readonly turn = (): void => {
    const start = performance.now();
    this.turnStartedAt = start;
    const { waiting } = this;
    if (this.first === waiting.length) {
      this.isScheduled = false;
      return;
    }
    do waiting[this.first++]!.begin();
    while (this.first < waiting.length && performance.now() - start < BUDGET_MS);
    if (this.first * 2 > waiting.length) {
      waiting.splice(0, this.first);
      this.first = 0;
    }
    setImmediate(this.turn);
  };
}
