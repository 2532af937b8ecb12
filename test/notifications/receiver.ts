import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Egress } from '../../server/notifications/http-egress.js';

/** What a receiver saw of one call. */
export interface Received {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A webhook's receiver on loopback, which answers as configured, then 200. */
export class Receiver {
  readonly calls: Received[] = [];
  /** Statuses of the next answers; 0 = hang up. */
  readonly answers: number[] = [];
  /** Seconds in the header Retry-After of all answers; 0 = without. */
  retryAfter = 0;
  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => {
      const { url = '', headers } = request;
      void text(request).then((body) => {
        receiver.calls.push({ url, headers, body });
        const status = receiver.answers.shift() ?? 200;
        if (status === 0) response.destroy();
        else
          response
            .writeHead(status, receiver.retryAfter ? { 'retry-after': String(receiver.retryAfter) } : {})
            .end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /**
   * The network in which the receiver is the public site https://hook.example: what the guarded client, which would refuse
   * loopback and has no certificate for it, does with a site it may call.
   */
  get network(): Egress {
    return {
      send: async ({ url, ...request }) => {
        const address = url.replace('https://hook.example', this.origin);
        const response = await fetch(address, { ...request, redirect: 'manual' });
        const seconds = Number(response.headers.get('retry-after'));
        return {
          status: response.status,
          ...(seconds > 0 && { retryAfterSeconds: seconds }),
          body: await response.text(),
        };
      },
    };
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
