import type { Hold, Settlement } from '../../../billing/ledger/ledger.types.js';

/** A response that is being received. */
export interface RunningAnswer {
  /** Its index among the running responses, kept here so that it can be removed without a search. */
  position: number;
  /** What it would be charged if it were cut now; undefined when that is nothing or has not changed since the last call. */
  soFar(): Produced | undefined;
  /** Ends the response because the process stops. */
  cutByDrain(): void;
}

/** A stream's hold with the settlement of what it has produced. */
export interface Produced {
  hold: Hold;
  settlement: Settlement;
}

/**
 * The responses this process is receiving. `report` stores what streams have produced beside their holds in Redis, so
 * that chunks need no work for it and silent streams are reported too.
 */
export class RunningAnswers {
  /**
   * An array, because each internal table that a growing Set replaces keeps its former entries, with all their bodies,
   * alive until the next full garbage collection.
   */
  private readonly answers: RunningAnswer[] = [];

  constructor(
    private readonly keep: (produced: Produced[]) => Promise<void>,
    private readonly failed: (problem: unknown) => void,
  ) {}

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

  /** Ends all responses, when the drain time is over. */
  cut(): void {
    // Iterates over a copy, because each response removes itself as it ends.
    for (const answer of this.answers.slice()) answer.cutByDrain();
  }

  /** Reports to Redis what has changed since the last call. Errors go to `failed`. */
  report(): void {
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
