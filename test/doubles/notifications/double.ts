import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Egress } from '../../../server/notifications/http-egress.js';

/** A request as a service receives it. */
export interface Received {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A service of a notification channel, in a file named after the channel's id. */
export interface ServiceDouble {
  /** Settings with which the service accepts notices; also sent to `PUT /api/user/setting`. */
  readonly settings: Readonly<Record<string, string | number>>;
  /** Texts that no answer, error or log line may contain. */
  readonly secrets: readonly string[];
  /** Answers as documented; what the documentation forbids gets its error. */
  answer(request: Received): Answer;
  /** The text that the receiver reads. */
  textOf(request: Received): string;
  /** Documented answers after which the request is not repeated. */
  readonly refusals: readonly Answer[];
  /** Documented answers after which the request is repeated, with the seconds to wait that they name. */
  readonly failures: readonly (Answer & { readonly afterSeconds?: number })[];
}

export const json = (status: number, body: object): Answer => ({ status, body: JSON.stringify(body) });

/** The body if it is JSON of this schema with this content type; undefined otherwise. */
export function bodyOf<T>({ headers, body }: Received, schema: z.ZodType<T>): T | undefined {
  if (!/^application\/json(; charset=utf-8)?$/i.test(headers['content-type'] ?? '')) return undefined;
  try {
    return schema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

/** Services on loopback, in a network where they have their public names. */
export class ServiceSite {
  readonly received: Received[] = [];
  /** Answers to the next requests instead of the service's own. */
  readonly next: Answer[] = [];
  service: ServiceDouble | undefined;
  private constructor(private readonly server: Server) {}

  static async start(): Promise<ServiceSite> {
    const server = createServer({ keepAliveTimeout: 0 });
    const site = new ServiceSite(server);
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        const url = new URL(request.url ?? '', `https://${request.headers['x-public-host'] as string}`);
        const received = { method: request.method ?? '', url, headers: request.headers, body };
        site.received.push(received);
        const answer = site.next.shift() ?? site.service?.answer(received) ?? { status: 404, body: '' };
        response.writeHead(answer.status, answer.headers).end(answer.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return site;
  }

  /** What the guarded client, which would refuse loopback, does with a public service. */
  get network(): Egress {
    return {
      send: async ({ url, method, headers, body }) => {
        const { host, pathname, search } = new URL(url);
        const { port } = this.server.address() as AddressInfo;
        const response = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
          method,
          headers: { ...headers, 'x-public-host': host },
          ...(body !== undefined && { body }),
          redirect: 'manual',
        });
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
