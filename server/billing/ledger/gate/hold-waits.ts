/** Milliseconds until the first in line tries again: requests of the user may end at other processes. */
const RETRY_MS = 100;
/** While others in line are served, a request waits this much longer, milliseconds: its turn is coming. */
const MOVING_MS = 2000;
/** A line has stopped when nobody was served for this long, milliseconds. */
const STOPPED_AFTER_MS = 300;
/** How many requests of a user try at once; their attempts reach Redis in one call, in their order. */
const ATTEMPTS_AT_ONCE = 16;

interface Line {
  waiting: Waiting[];
  wake: () => void;
  /** When somebody was served last; milliseconds of `Date.now()`. */
  servedAt: number;
}

interface Waiting {
  readonly deadline: number;
  /** @returns false: the quota is still too low */
  readonly attempt: () => Promise<boolean>;
  readonly ended: () => void;
}

/**
 * Requests whose quota is held by other requests of their user at the moment, per user in the order of their arrival.
 * They try again whenever one of the user's requests ends here, and ten times a second.
 */
export class HoldWaits {
  private readonly lines = new Map<number, Line>();

  /**
   * Repeats an attempt until it has a result.
   * @param deadline milliseconds of `Date.now()`; two seconds later while others in line are served
   * @returns undefined: it had none in time
   * @throws what the attempt throws
   */
  retry<T>(userId: number, deadline: number, attempt: () => Promise<T | undefined>): Promise<T | undefined> {
    if (deadline <= Date.now()) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.join(userId, {
        deadline,
        attempt: async () => {
          try {
            const result = await attempt();
            if (result === undefined) return false;
            resolve(result);
          } catch (problem) {
            reject(problem);
          }
          return true;
        },
        ended: () => resolve(undefined),
      });
    });
  }

  /** Call when a request of the user has released what it held, or less was charged than it held. */
  released(userId: number): void {
    if (this.lines.size > 0) this.lines.get(userId)?.wake();
  }

  private join(userId: number, request: Waiting): void {
    const line = this.lines.get(userId);
    if (line) return void line.waiting.push(request);
    const added: Line = { waiting: [request], wake: () => undefined, servedAt: 0 };
    this.lines.set(userId, added);
    void this.serve(userId, added);
  }

  private async serve(userId: number, line: Line): Promise<void> {
    while (line.waiting.length > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, RETRY_MS);
        line.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      if (await tryInOrder(line.waiting)) line.servedAt = Date.now();
      endOverdue(line);
    }
    this.lines.delete(userId);
  }
}

/**
 * Removes the requests that have a result, until one has none. Others may join meanwhile, at the end.
 * @returns whether any had one
 */
async function tryInOrder(waiting: Waiting[]): Promise<boolean> {
  let isAnyServed = false;
  let isEnough = true;
  while (isEnough && waiting.length > 0) {
    const first = waiting.slice(0, ATTEMPTS_AT_ONCE);
    const done = await Promise.all(first.map(({ attempt }) => attempt()));
    const left = first.filter((_, index) => !done[index]);
    waiting.splice(0, first.length, ...left);
    isEnough = left.length === 0;
    isAnyServed ||= done.includes(true);
  }
  return isAnyServed;
}

function endOverdue(line: Line): void {
  const now = Date.now();
  const grace = now - line.servedAt < STOPPED_AFTER_MS ? MOVING_MS : 0;
  const overdue = line.waiting.filter(({ deadline }) => deadline + grace <= now);
  if (overdue.length === 0) return;
  line.waiting = line.waiting.filter(({ deadline }) => deadline + grace > now);
  for (const { ended } of overdue) ended();
}
