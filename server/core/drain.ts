import { Injectable } from '@nestjs/common';

/** Work that is cut off settles and says so to its client within this time, milliseconds. */
const LAST_WORDS_MS = 2000;

/**
 * Work that a stopping process finishes first. A relay request enters when it is accepted and leaves when its last byte
 * is out.
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

  /** The process was asked to stop. It serves on for a while, but load balancers should choose another one. */
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

  /** Can be handed on as it is: a listener of every request, and no function of its own for each. */
  readonly leave = (): void => {
    this.open--;
    if (this.open === 0) for (const done of this.waiting) done();
  };

  /** Called once draining begins, for work that ends only when it is told to. @returns how to stop listening */
  onBegin(act: () => void): () => void {
    this.warned.add(act);
    return () => this.warned.delete(act);
  }

  /** Called when the limit of the drain has come: work that can end by itself, with a word to its client, ends now. */
  onLimit(act: () => void): void {
    this.overdue.add(act);
  }

  /** Requests that were in flight when the limit came. */
  get cutOff(): number {
    return this.cut;
  }

  /** Turns readiness off. New work is still accepted until `begin`. */
  announce(): void {
    this.announced = true;
  }

  /** Ends long sessions and resolves when the open work is done. @returns false when `limitMs` came first */
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
