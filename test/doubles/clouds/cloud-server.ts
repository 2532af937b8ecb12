import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from '../loopback-server.js';

/**
 * A service of a cloud, which answers as it is documented. What a request has beyond or against the documentation is refused and noted as
 * a violation.
 */
export abstract class CloudServer {
  readonly violations: string[] = [];
  /** Requests so far. */
  readonly calls: string[] = [];
  /** Names that the caller's rights cover begin so. */
  allowed = '';
  isAway = false;
  private server: LoopbackServer | undefined;

  async start(): Promise<void> {
    this.server = await LoopbackServer.start((request, response) => this.serve(request, response));
  }

  get url(): string {
    return this.server!.url;
  }

  async close(): Promise<void> {
    await this.server?.close();
  }

  protected abstract serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
}
