import type { RawData, WebSocket } from 'ws';

/** Bytes waiting in a queue or socket at which the sender is paused; it is resumed at half of that. */
const MAX_WAITING = 1024 * 1024;

/** Processes one message; a returned promise delays the following ones. */
export type MessageHandler = (message: Buffer, isBinary: boolean) => Promise<void> | void;

/**
 * Processes the messages of a socket one at a time and in order, and pauses the socket if they arrive faster than they are
 * processed, so that memory per session is bounded.
 */
export class Pump {
  private readonly queue: { message: Buffer; isBinary: boolean }[] = [];
  private waiting = 0;
  private busy = true;
  private stopped = false;
  private idle: (() => void)[] = [];
  private handler: MessageHandler | undefined;
  private failed: ((problem: unknown) => void) | undefined;

  constructor(private readonly from: WebSocket) {
    from.on('message', (data: RawData, isBinary: boolean) => this.take(asBuffer(data), isBinary));
  }

  /** Starts processing, beginning with the queued messages. The first error is passed to `failed` and stops the pump. */
  start(handler: MessageHandler, failed: (problem: unknown) => void): void {
    this.handler = handler;
    this.failed = failed;
    this.busy = false;
    this.run();
    if (this.from.isPaused && this.waiting < MAX_WAITING) this.from.resume();
  }

  /** The first message, which stays queued; undefined if none arrives in time or the socket closes. */
  first(withinMs: number): Promise<Buffer | undefined> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.from.off('message', done);
        this.from.off('close', done);
        resolve(this.queue[0]?.message);
      };
      const timer = setTimeout(done, withinMs);
      this.from.on('message', done);
      this.from.on('close', done);
      this.from.resume();
      if (this.queue.length > 0) done();
    });
  }

  /** Drops queued and future messages. */
  stop(): void {
    this.stopped = true;
    this.queue.length = 0;
    this.waiting = 0;
    // A paused socket would not read the other side's close frame.
    if (this.from.isPaused) this.from.resume();
    if (!this.busy) this.resolveIdle();
  }

  /** Resolves when everything received so far is processed. */
  async drained(): Promise<void> {
    if (this.handler === undefined || (!this.busy && this.queue.length === 0)) return;
    await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  private take(message: Buffer, isBinary: boolean): void {
    if (this.stopped) return;
    this.queue.push({ message, isBinary });
    this.waiting += message.length;
    if (this.waiting >= MAX_WAITING) this.from.pause();
    if (!this.busy) this.run();
  }

  private run(): void {
    const { handler } = this;
    if (!handler) return;
    try {
      for (let next = this.queue.shift(); next; next = this.queue.shift()) {
        this.waiting -= next.message.length;
        const done = handler(next.message, next.isBinary);
        if (!done) continue;
        this.busy = true;
        done.then(
          () => this.next(),
          (problem: unknown) => this.fail(problem),
        );
        return;
      }
    } catch (problem) {
      this.fail(problem);
      return;
    }
    if (this.from.isPaused) this.from.resume();
    this.resolveIdle();
  }

  private next(): void {
    this.busy = false;
    if (this.from.isPaused && this.waiting <= MAX_WAITING / 2) this.from.resume();
    this.run();
  }

  private fail(problem: unknown): void {
    this.busy = false;
    this.stop();
    this.failed?.(problem);
  }

  private resolveIdle(): void {
    const { idle } = this;
    this.idle = [];
    for (const resolve of idle) resolve();
  }
}

/** Forwards a message unchanged; returns a promise if the receiver's buffer is full. */
export function forward(to: WebSocket, message: Buffer | string, isBinary: boolean): Promise<void> | void {
  if (to.readyState !== to.OPEN) return;
  if (to.bufferedAmount < MAX_WAITING) {
    to.send(message, { binary: isBinary });
    return;
  }
  return new Promise((resolve) => to.send(message, { binary: isBinary }, () => resolve()));
}

/** `ws` delivers Buffers unless configured otherwise. */
function asBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
