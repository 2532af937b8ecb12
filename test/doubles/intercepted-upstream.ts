import { once } from 'node:events';
import {
  createServer,
  request as connect,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Responds to one call. */
export type Respond = (response: ServerResponse) => void;

/**
 * Stands before the double of a task provider: it answers the calls that a test wants answered differently, and passes all
 * others on. The same for every provider, whatever its format.
 */
export class InterceptedUpstream {
  /** Answers every submission instead of the double. */
  onSubmit: Respond | undefined;
  /** Answers every poll instead of the double. */
  onPoll: Respond | undefined;
  /** Awaited before a poll is passed on or answered. */
  beforePoll: (() => Promise<void>) | undefined;
  /** Submissions that arrived. */
  submissions = 0;
  /** Polls that arrived. */
  polls = 0;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /**
   * @param double address that calls are passed on to
   * @param isPoll whether a call asks for states; all others submit tasks
   */
  static async start(
    double: string,
    isPoll: (method: string, path: string) => boolean,
  ): Promise<InterceptedUpstream> {
    // As in all doubles: the gateway closes idle connections, so that no call meets one that is being closed here.
    const server = createServer({ keepAliveTimeout: 0 });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const upstream = new InterceptedUpstream(server, url);
    server.on('request', (request, response) => {
      const isPollRequest = isPoll(request.method ?? '', request.url ?? '');
      upstream.serve(request, response, isPollRequest, double).catch(() => response.destroy());
    });
    return upstream;
  }

  /** Back to the behaviour of the double. */
  reset(): void {
    this.onSubmit = undefined;
    this.onPoll = undefined;
    this.beforePoll = undefined;
    this.submissions = 0;
    this.polls = 0;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async serve(
    request: IncomingMessage,
    response: ServerResponse,
    isPollRequest: boolean,
    double: string,
  ): Promise<void> {
    const body = await buffer(request);
    if (isPollRequest) this.polls++;
    else this.submissions++;
    if (isPollRequest) await this.beforePoll?.();
    const respond = isPollRequest ? this.onPoll : this.onSubmit;
    if (respond) return respond(response);
    const { method, headers } = request;
    const passed = connect(new URL(request.url ?? '/', double), { method, headers });
    passed.end(body);
    const [answer] = (await once(passed, 'response')) as [IncomingMessage];
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  }
}

/** Answers with JSON that is given as text, so that it may be anything. */
export function json(body: string, status = 200): Respond {
  return (response) => void response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}
