import type { Logger } from '@nestjs/common';

/** A warning that repeats is logged again after this time, milliseconds. */
const AGAIN_MS = 600_000;

/** Logs the warning of something that is tried again and again once, and once more every ten minutes while it lasts. */
export class RepeatedWarnings {
  private latest = '';
  private loggedAt = 0;

  constructor(private readonly logger: Logger) {}

  warn(message: string): void {
    const now = performance.now();
    if (message === this.latest && now - this.loggedAt < AGAIN_MS) return;
    this.latest = message;
    this.loggedAt = now;
    this.logger.warn(message);
  }

  /** It works again: the next warning is news. @returns whether there was a warning since the last call */
  clear(): boolean {
    const wasWarned = this.latest !== '';
    this.latest = '';
    return wasWarned;
  }
}
