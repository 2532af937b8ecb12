import type { SilenceOwner } from './stream-silence.js';

/** Waits for the end of a response that seems to be whole. Data that arrives meanwhile does not postpone the deadline. */
export class EndTimer {
  private timer: NodeJS.Timeout | undefined;
  /** The deadline in milliseconds of `performance.now()`. */
  private at = Infinity;

  constructor(private readonly owner: Pick<SilenceOwner, 'isPaused' | 'quiet'>) {}

  /** @param withinMs milliseconds; undefined cancels the wait because the response continues */
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

  /** Waits again while the stream is paused: the end cannot arrive before the client reads. */
  private act(withinMs: number): void {
    if (this.owner.isPaused) this.timer = setTimeout(() => this.act(withinMs), withinMs);
    else this.owner.quiet();
  }
}
