import type { Hold, Settlement } from '../../billing/ledger/ledger.types.js';

/** How often the produced amounts of streams are kept in Redis, milliseconds: what a killed server loses at most. */
const REPORT_MS = 2000;

/** An answer that is being received. */
export interface RunningAnswer {
  /** Its place among the running answers, kept here so that it leaves without a search. */
  position: number;
  /** What it would be charged were it cut now; undefined when that is nothing, or what was told the last time. */
  soFar(): Produced | undefined;
  /** The process stops: the answer ends here. */
  cutByDrain(): void;
}

/** A stream's hold with the settlement of what it has produced. */
export interface Produced {
  hold: Hold;
  settlement: Settlement;
}

/**
 * The answers this process is receiving. A timer of its own keeps what streams have produced beside their holds, so that
 * nothing is done for it per piece, and quiet streams are kept as well.
 */
export class RunningAnswers {
  /**
   * An array, since each table that a Set outgrows keeps what it held alive, with all bodies, until the next full
   * garbage collection.
   */
  private readonly answers: RunningAnswer[] = [];
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly keep: (produced: Produced[]) => Promise<void>,
    private readonly failed: (problem: unknown) => void,
  ) {
    this.timer = setInterval(() => this.report(), REPORT_MS).unref();
  }

  add(answer: RunningAnswer): void {
    answer.position = this.answers.push(answer) - 1;
  }

  delete(answer: RunningAnswer): void {
    const { position } = answer;
    if (this.answers[position] !== answer) return;
    const last = this.answers.pop();
    if (last === undefined || last === answer) return;
    this.answers[position] = last;
    last.position = position;
  }

  /** Ends all of them: their time to finish is over. */
  cut(): void {
    // A copy: each leaves as it ends.
    for (const answer of this.answers.slice()) answer.cutByDrain();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private report(): void {
    const produced: Produced[] = [];
    for (const answer of this.answers) {
      try {
        const one = answer.soFar();
        if (one) produced.push(one);
      } catch (problem) {
        this.failed(problem);
      }
    }
    if (produced.length > 0) this.keep(produced).catch(this.failed);
  }
}
