import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Env } from '../../env.js';
import { AccessLog, type RequestOwner, type Served } from './access-log.js';
import { RouteCounts } from './route-counts.js';

export interface WatchOptions {
  /** The client's address by the rule of trusted proxies. */
  addressOf(request: IncomingMessage): string;
  /** Called after the response, when the owner is known if it ever is. */
  ownerOf(request: FastifyRequest): RequestOwner;
}

/** What a path is called that no route serves: clients may request any number of them. */
const NO_ROUTE = '(none)';

/** Watches all requests of a server to the end of their responses, for the access log and for metrics. */
export class RequestWatch {
  readonly counts = new RouteCounts();

  private constructor(
    private readonly log: AccessLog | undefined,
    private readonly options: WatchOptions,
  ) {}

  /** @returns undefined where neither an access log nor metrics are wanted, so that requests need not be watched */
  static of(
    { ACCESS_LOG, METRICS_TOKEN }: Pick<Env, 'ACCESS_LOG' | 'METRICS_TOKEN'>,
    options: WatchOptions,
  ): RequestWatch | undefined {
    if (!ACCESS_LOG && !METRICS_TOKEN) return undefined;
    return new RequestWatch(ACCESS_LOG ? new AccessLog() : undefined, options);
  }

  /** A request that Fastify does not see. @param owner whose key it has */
  direct(request: IncomingMessage, response: ServerResponse, requestId: string, owner: RequestOwner): void {
    if (!this.log) return void response.on('close', this.countDirect);
    const route = request.url ?? '';
    const served = this.begin(request, response, requestId);
    response.on('close', () => this.end(served, route, () => owner));
  }

  /** A hook of Fastify. */
  readonly onRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const { raw } = request;
    const route = request.is404 ? NO_ROUTE : (request.routeOptions.url ?? NO_ROUTE);
    const served = this.begin(raw, reply.raw, request.id);
    // The response of a WebSocket session ends with its handshake, of which it says nothing more.
    const end = raw.headers.upgrade === undefined ? reply.raw : raw.socket;
    end.once('close', () => this.end(served, route, () => this.options.ownerOf(request)));
    done();
  };

  /** One listener for all responses: without a log, a request costs no closure. Routes served directly have no parameters. */
  private readonly countDirect = countOf(this.counts);

  private begin(request: IncomingMessage, response: ServerResponse, requestId: string): Served {
    return {
      request,
      response,
      requestId,
      clientIp: this.log ? this.options.addressOf(request) : '',
      startedAt: performance.now(),
      socket: request.socket,
      sentBefore: request.socket.bytesWritten,
    };
  }

  private end(served: Served, route: string, ownerOf: () => RequestOwner): void {
    const { request, response } = served;
    const isUpgraded = !response.headersSent && request.headers.upgrade !== undefined;
    const status = isUpgraded ? 101 : statusOf(response);
    this.counts.add(request.method ?? '', route, status);
    this.log?.write(served, route, status, ownerOf());
  }
}

/** The status of responses that had none when their connection broke off, as nginx counts them. */
const NO_RESPONSE = 499;

function statusOf({ headersSent, statusCode }: ServerResponse): number {
  return headersSent ? statusCode : NO_RESPONSE;
}

function countOf(counts: RouteCounts): (this: ServerResponse) => void {
  return function closed() {
    counts.add(this.req.method ?? '', this.req.url ?? '', statusOf(this));
  };
}
