import type { SilenceOwner } from './stream-silence.js';

/** Waits for the end of an answer that seems to be whole. What is set once is not put off by what comes meanwhile. */
export class EndTimer {
  private timer: NodeJS.Timeout | undefined;
  /** Milliseconds of this process's clock. */
  private at = Infinity;

  constructor(private readonly owner: Pick<SilenceOwner, 'isPaused' | 'quiet'>) {}

  /** @param withinMs undefined: the answer goes on */
  expect(withinMs: number | undefined): void {
    if (withinMs === undefined) {
      if (this.timer) this.stop();
      return;
    }
    const at = performance.now() + withinMs;
    if (at >= this.at) return;
    this.stop();
    this.at = at;
    this.timer = setTimeout(() => this.act(withinMs), withinMs);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.at = Infinity;
  }

  /** While the client takes nothing, nothing more can come. */
  private act(withinMs: number): void {
    if (this.owner.isPaused) this.timer = setTimeout(() => this.act(withinMs), withinMs);
    else this.owner.quiet();
  }
}
