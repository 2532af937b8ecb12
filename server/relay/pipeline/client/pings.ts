import type { StreamBody } from './stream-body.js';

/**
 * Sends pings in a silent stream, because proxies between the gateway and the client close idle connections. Starts with
 * the first content, or before it where the operator asked for that (`early-head.ts`), and continues while another channel
 * finishes the response. Pings are free and do not count as output.
 */
export class Pings {
  private readonly timer: NodeJS.Timeout;

  /**
   * @param frame a frame without content in the client's protocol
   * @param everyMs milliseconds of silence before each ping
   */
  constructor(
    private readonly body: StreamBody,
    private readonly frame: string,
    everyMs: number,
  ) {
    this.timer = setTimeout(() => this.ping(), everyMs);
  }

  /** Other data was sent: the silence starts again. */
  restart(): void {
    this.timer.refresh();
  }

  /** Stops the pings. */
  stop(): void {
    clearTimeout(this.timer);
  }

  /** Sends a ping, unless the client is not reading and data is already waiting for it. */
  private ping(): void {
    const { body } = this;
    if (!body.isOpen) return;
    if (!body.isFull) body.write(this.frame);
    this.timer.refresh();
  }
}
