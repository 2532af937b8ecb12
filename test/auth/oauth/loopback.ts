import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a double was asked. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly form: URLSearchParams;
}

export interface Reply {
  readonly status?: number;
  readonly type?: string;
  readonly body: unknown;
}

/** A small HTTP server on loopback that answers from a function, and remembers what it was asked. */
export class Loopback {
  readonly requests: ReceivedRequest[] = [];
  private constructor(
    private readonly server: Server,
    private answer: (request: ReceivedRequest) => Reply,
  ) {}

  static async start(answer: (request: ReceivedRequest) => Reply): Promise<Loopback> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { pathname, searchParams } = new URL(request.url ?? '/', 'http://loopback');
        const received: ReceivedRequest = {
          method: request.method ?? '',
          path: pathname,
          query: searchParams,
          headers: request.headers,
          form: new URLSearchParams(Buffer.concat(chunks).toString()),
        };
        loopback.requests.push(received);
        const { status = 200, type = 'application/json; charset=utf-8', body } = loopback.answer(received);
        response.writeHead(status, { 'content-type': type });
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      });
    });
    const loopback = new Loopback(server, answer);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return loopback;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Codes and tokens that are good once, each for one person. */
export class Grants<Person> {
  private readonly codes = new Map<string, Person>();
  private readonly tokens = new Map<string, Person>();
  private issued = 0;

  /** What the provider sends a browser back with. */
  code(person: Person): string {
    const code = `code-${++this.issued}`;
    this.codes.set(code, person);
    return code;
  }

  redeem(code: string | null): string | undefined {
    const person = this.codes.get(code ?? '');
    if (person === undefined) return undefined;
    this.codes.delete(code ?? '');
    const token = `token-${++this.issued}`;
    this.tokens.set(token, person);
    return token;
  }

  bearer(request: ReceivedRequest): Person | undefined {
    return this.tokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
  }
}
