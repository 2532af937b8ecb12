/** A position of the log of Postgres' changes (WAL), in bytes from its beginning. */
type Position = number;

/** Positions that are remembered at most; one is added each second. */
const MAX_SAMPLES = 3600;

/**
 * How old what a replica shows can be. The position of the primary is read again and again; once the replica has replayed up to one
 * of these, it shows everything that was committed before that position was asked for. Only the clock of this process is used, and a
 * primary that nothing writes to does not look like a replica that is late. Times are milliseconds of `performance.now()`.
 */
export class ReplicaProgress {
  private samples: { readonly position: Position; readonly at: number }[] = [];
  private replayedTo: Position = 0;
  /** The replica shows everything that was committed before. */
  completeTo = Number.NEGATIVE_INFINITY;
  /** The replica has what the primary, which was asked afterwards, does not: it follows another server, or a former primary. */
  isAhead = false;

  /** @param at when the primary was asked for the position */
  sampled(position: Position, at: number): void {
    const latest = this.samples.at(-1);
    // Another server took over as the primary: earlier positions are not of its log.
    if (latest !== undefined && position < latest.position) this.forget();
    this.isAhead = this.replayedTo > position;
    this.samples.push({ position, at });
    if (this.samples.length > MAX_SAMPLES) this.samples.shift();
  }

  /** @param position of the replica, read after the latest sample */
  replayed(position: Position): void {
    this.replayedTo = position;
    const reached = this.samples.filter((sample) => sample.position <= position).at(-1);
    if (reached === undefined) return;
    this.completeTo = reached.at;
    this.samples = this.samples.filter((sample) => sample.at >= reached.at);
  }

  /** The replica or the primary may be another one. */
  forget(): void {
    this.samples = [];
    this.completeTo = Number.NEGATIVE_INFINITY;
  }
}
