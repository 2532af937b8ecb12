import { once } from 'node:events';
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Recorded {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Stands before the gateway and remembers what clients send. */
export class Recorder {
  readonly requests: Recorded[] = [];

  private constructor(private readonly server: Server) {}

  static async start(target: string): Promise<Recorder> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const recorder = new Recorder(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void recorder.pass(request, response, target);
    });
    return recorder;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async pass(request: IncomingMessage, response: ServerResponse, target: string): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    this.requests.push({ path: request.url ?? '', headers: request.headers, body: parsed(body) });
    const { method, headers } = request;
    const onward = forward(target + request.url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    onward.end(body);
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    // Requests without a body, or of another type.
    return undefined;
  }
}
