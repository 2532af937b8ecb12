import { Injectable } from '@nestjs/common';

/**
 * Work that a stopping process finishes first. A relay request enters when it is accepted and leaves when its last byte
 * is out; once draining, readiness is off and nothing new should enter.
 */
@Injectable()
export class Drain {
  private open = 0;
  private stopping = false;
  private readonly waiting = new Set<() => void>();

  get draining(): boolean {
    return this.stopping;
  }

  /** Requests in flight. */
  get inFlight(): number {
    return this.open;
  }

  enter(): void {
    this.open++;
  }

  leave(): void {
    this.open--;
    if (this.open === 0) for (const done of this.waiting) done();
  }

  /** Refuses new work from now on and resolves when the open work is done. @returns false when `limitMs` came first */
  async begin(limitMs: number): Promise<boolean> {
    this.stopping = true;
    if (this.open === 0) return true;
    return new Promise((resolve) => {
      const finish = (finished: boolean) => {
        clearTimeout(timer);
        this.waiting.delete(done);
        resolve(finished);
      };
      const done = () => finish(true);
      const timer = setTimeout(() => finish(false), limitMs);
      this.waiting.add(done);
    });
  }
}
