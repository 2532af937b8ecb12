import type { ServerResponse } from 'node:http';

/**
 * Keeps a stream alive in which nothing is said for a while: proxies between us and the client close what is silent. Begins
 * with the first word, since before it another channel may still be asked, and goes on while another finishes the answer
 * (spec/relay-and-billing.md D3, Keep-alive). What it sends costs nothing and counts as no output.
 */
export class Pings {
  private readonly timer: NodeJS.Timeout;

  /**
   * @param frame of the client's protocol, that means nothing
   * @param everyMs of silence
   */
  constructor(
    private readonly response: ServerResponse,
    private readonly frame: string,
    everyMs: number,
  ) {
    this.timer = setTimeout(() => this.ping(), everyMs);
  }

  /** Something else was said: the silence begins anew. */
  told(): void {
    this.timer.refresh();
  }

  /** Nothing more is sent after this. */
  stop(): void {
    clearTimeout(this.timer);
  }

  /** A client that takes nothing gets nothing more to take. */
  private ping(): void {
    const { response } = this;
    if (response.destroyed || response.writableEnded) return;
    if (!response.writableNeedDrain) response.write(this.frame);
    this.timer.refresh();
  }
}
