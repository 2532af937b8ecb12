import { Injectable } from '@nestjs/common';

/** Time for interrupted requests to settle and notify their clients, milliseconds. */
const LAST_WORDS_MS = 2000;

/**
 * Tracks the requests a stopping process still has to finish. A relay request enters when it is accepted and leaves
 * when its last byte is sent.
 */
@Injectable()
export class Drain {
  private open = 0;
  private announced = false;
  private stopping = false;
  private readonly waiting = new Set<() => void>();
  private readonly warned = new Set<() => void>();
  private readonly overdue = new Set<() => void>();
  private cut = 0;

  /** True once the process was asked to stop. It still serves requests, but load balancers should choose another process. */
  get leaving(): boolean {
    return this.announced;
  }

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

  /** An arrow property, so that it can be registered as a listener without one closure per request. */
  readonly leave = (): void => {
    this.open--;
    if (this.open === 0) for (const done of this.waiting) done();
  };

  /**
   * Registers a callback for the start of draining, for work that does not end by itself.
   * @returns a function that removes the callback
   */
  onBegin(act: () => void): () => void {
    this.warned.add(act);
    return () => this.warned.delete(act);
  }

  /** Registers a callback for the drain limit: the requests still open must now end and notify their clients. */
  onLimit(act: () => void): void {
    this.overdue.add(act);
  }

  /** Number of requests still in flight when the drain limit was reached. */
  get cutOff(): number {
    return this.cut;
  }

  /** Turns readiness off. New requests are still accepted until `begin`. */
  announce(): void {
    this.announced = true;
  }

  /**
   * Notifies the `onBegin` callbacks and waits for open requests.
   * @returns false if `limitMs` passed before all of them finished
   */
  async begin(limitMs: number): Promise<boolean> {
    this.announce();
    this.stopping = true;
    for (const act of this.warned) act();
    if (this.open === 0) return true;
    return new Promise((resolve) => {
      const finish = (finished: boolean) => {
        clearTimeout(timer);
        this.waiting.delete(done);
        resolve(finished);
      };
      const done = () => finish(this.cut === 0);
      let timer = setTimeout(() => {
        this.cut = this.open;
        timer = setTimeout(() => finish(false), LAST_WORDS_MS);
        for (const act of this.overdue) act();
      }, limitMs);
      this.waiting.add(done);
    });
  }
}
