import { Readable } from 'node:stream';
import { errors, Pool, type Dispatcher } from 'undici';
import type { EnvironmentProxies } from '../../core/egress/environment-proxies.js';
import { publicLookup, refusePrivateHost, refusePrivateTarget } from '../../core/egress/public-addresses.js';
import type { TlsWarnings } from '../../core/egress/tls-warnings.js';
import { tunnelConnector } from '../../core/egress/tunnel-connector.js';
import { ApiError } from '../../contract/errors/api-error.js';
import type { UpstreamError } from '../../dialects/canonical/failure.js';
import type { UpstreamCall, UpstreamHeaders } from '../../dialects/kit/provider.js';
import { AccessTokens } from './access-tokens.js';
import { networkFailure } from './network-failure.js';
import { needsPreparation, PreparedCall } from './prepared-call.js';
import { ask } from './request.js';
import { UpstreamSockets } from './sockets.js';
import { WebSocketCall } from './websocket-call.js';

/** Receives one response in this order: head, data…, then end or fail. Nothing is called after `abort`. */
export interface AnswerSink {
  head(status: number, headers: UpstreamHeaders): void;
  data(chunk: Buffer): void;
  end(): void;
  /**
   * The call failed: timeout, refused, reset. An ApiError if the request body could not be read, which is not the upstream's
   * fault.
   */
  fail(problem: UpstreamError | ApiError): void;
  /**
   * Called before `head`: with true when the provider has begun work that it charges for, with false when it has reported the
   * end of that work and nothing is left to fetch.
   */
  awaitsWork?(awaits: boolean): void;
  /** Called before `head` when the provider has reported what its work costs. See `UpstreamCall.priceFactor`. */
  reportsPrice?(factor: number): void;
}

/** Limits of one call in milliseconds; 0 = none. */
export interface CallLimits {
  /** From sending to the status line. */
  headersMs: number;
  /** Between two pieces of the body. */
  idleMs: number;
}

/** Controls a running call. */
export interface OpenCall {
  pause(): void;
  resume(): void;
  /** Closes the call; the sink is not called again. */
  abort(): void;
}

export interface UpstreamOptions {
  connectTimeoutMs: number;
  /** Whether channels may use private and loopback addresses (a local Ollama). */
  allowPrivate: boolean;
  /** For channels without a proxy of their own; undefined = none. */
  proxies?: EnvironmentProxies | undefined;
  /** Where certificates that are not accepted are reported. */
  tlsWarnings?: TlsWarnings;
}

/** How long the connections to an upstream that sent unasked bytes serve one request each, in milliseconds. */
const ONE_REQUEST_MS = 600_000;

/**
 * The only code that makes HTTP calls to model providers: one pool of keep-alive connections per origin and proxy, as many as
 * calls run at a time: their number is limited where requests are admitted, so that none waits here unseen. Uses
 * undici's `dispatch` handlers without fetch and without a promise per chunk, for speed.
 *
 * A response that arrives when nothing is asked (a second one to the same request, late) could be taken for the response to
 * the next request on the connection, another user's. undici closes a connection that holds such bytes before it is used
 * again; whoever sent them gets no connection used twice for some time, because the next ones may arrive a moment later.
 */
export class UpstreamClient {
  private readonly pools = new Map<string, Dispatcher>();
  /** Names of the pools whose connections serve one request each. */
  private readonly unclean = new Set<string>();
  /** Hosts called through proxies: the running or successful check that each resolves to public addresses. */
  private readonly targets = new Map<string, Promise<void>>();

  private readonly sockets: UpstreamSockets;
  private readonly tokens: AccessTokens;

  /** @param onProblem reports problems that do not end a call */
  constructor(
    private readonly options: UpstreamOptions,
    private readonly onProblem: (problem: unknown) => void = () => undefined,
  ) {
    const { connectTimeoutMs: handshakeMs, ...egress } = options;
    this.sockets = new UpstreamSockets({ handshakeMs, ...egress });
    this.tokens = new AccessTokens((call, proxy) => ask(this, call, proxy), onProblem);
  }

  /** Starts a call. Every outcome, including invalid addresses, is reported to the sink asynchronously, never thrown. */
  send(call: UpstreamCall, limits: CallLimits, proxy: string | undefined, sink: AnswerSink): OpenCall {
    if (!needsPreparation(call)) return this.sendComplete(call, limits, proxy, sink);
    const send = (complete: UpstreamCall, inner: AnswerSink) =>
      complete.url.startsWith('ws')
        ? new WebSocketCall(this.sockets, complete, limits, proxy, inner)
        : this.sendComplete(complete, limits, proxy, inner);
    const prepared = new PreparedCall(call, send, this.tokens, proxy, sink);
    prepared.start();
    return prepared;
  }

  private sendComplete(
    call: UpstreamCall,
    limits: CallLimits,
    own: string | undefined,
    sink: AnswerSink,
  ): OpenCall {
    const proxy = own ?? this.options.proxies?.proxyOf(call.url);
    const handler = new CallHandler(sink, call.url, this.options.tlsWarnings);
    if (proxy && (!this.options.allowPrivate || isPublicOnly(call)))
      this.checkTarget(call.url).then(
        () => this.dispatch(call, limits, proxy, handler),
        (problem: Error) => handler.onResponseError(undefined, problem),
      );
    else this.dispatch(call, limits, proxy, handler);
    return handler;
  }

  private dispatch(
    call: UpstreamCall,
    limits: CallLimits,
    proxy: string | undefined,
    handler: CallHandler,
  ): void {
    const pathAt = call.url.indexOf('/', 8);
    const origin = pathAt === -1 ? call.url : call.url.slice(0, pathAt);
    try {
      this.pool(origin, proxy, isPublicOnly(call)).dispatch(
        {
          origin,
          path: pathAt === -1 ? '/' : call.url.slice(pathAt),
          method: call.method,
          headers: call.headers,
          body: call.body ?? (call.streamed ? Readable.from(call.streamed, { objectMode: false }) : null),
          headersTimeout: limits.headersMs,
          bodyTimeout: limits.idleMs,
        },
        handler,
      );
    } catch (error) {
      queueMicrotask(() => handler.onResponseError(undefined, error as Error));
    }
  }

  /** Checked once per host: repeating it gains nothing, because the proxy resolves the name itself. */
  private checkTarget(url: string): Promise<void> {
    let hostname: string;
    try {
      ({ hostname } = new URL(url));
    } catch (problem) {
      return Promise.reject(problem as Error);
    }
    let check = this.targets.get(hostname);
    if (!check) {
      check = refusePrivateTarget(hostname);
      this.targets.set(hostname, check);
      check.catch(() => this.targets.delete(hostname));
    }
    return check;
  }

  /** Waits for running calls, then closes all connections. */
  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
    this.pools.clear();
  }

  private pool(origin: string, proxy: string | undefined, publicOnly = false): Dispatcher {
    const place = publicOnly ? `public ${origin}` : origin;
    const name = proxy ? `${proxy} ${place}` : place;
    let pool = this.pools.get(name);
    if (!pool) this.pools.set(name, (pool = this.open(name, origin, proxy, publicOnly)));
    return pool;
  }

  private open(name: string, origin: string, proxy: string | undefined, publicOnly: boolean): Dispatcher {
    const { connectTimeoutMs } = this.options;
    // The proxy itself is the operator's choice; that of the environment may be private in any case.
    const isOperators = proxy !== undefined && this.options.proxies?.includes(proxy) === true;
    const allowPrivate = isOperators || (this.options.allowPrivate && (!publicOnly || proxy !== undefined));
    if (!allowPrivate) refusePrivateHost(new URL(proxy ?? origin).hostname);
    const { protocol } = new URL(origin);
    if (protocol !== 'http:' && protocol !== 'https:') throw new Error(`unsupported address: ${protocol}//`);
    // The socket connects to the proxy if there is one, else to the target; the guarded lookup applies to that connection.
    const guard = allowPrivate ? {} : { lookup: publicLookup };
    const connect = proxy
      ? tunnelConnector(proxy, { timeoutMs: connectTimeoutMs, ...guard })
      : { timeout: connectTimeoutMs, ...guard };
    // Without pipelining, undici closes each connection after its response.
    const pool = new Pool(origin, { pipelining: this.unclean.has(name) ? 0 : 1, connect });
    pool.on('disconnect', (_origin, _targets, error: Error) => {
      if (isUnasked(error)) this.useConnectionsOnce(name, origin);
    });
    return pool;
  }

  private useConnectionsOnce(name: string, origin: string): void {
    if (this.unclean.has(name)) return;
    this.unclean.add(name);
    this.replacePool(name);
    this.onProblem(
      new Error(
        `${origin} sent bytes that were not asked for: each connection to it serves one request for some time`,
      ),
    );
    setTimeout(() => {
      this.unclean.delete(name);
      this.replacePool(name);
    }, ONE_REQUEST_MS).unref();
  }

  /** The next call opens another pool; calls of this one are completed. */
  private replacePool(name: string): void {
    const pool = this.pools.get(name);
    this.pools.delete(name);
    pool?.close().catch(this.onProblem);
  }
}

/** Whether undici closed a connection because a response began on it while nothing was asked. */
function isUnasked(error: Error): boolean {
  return error instanceof errors.SocketError && error.message === 'bad response';
}

/** Whether a response, or a client, chose the address. */
function isPublicOnly({ publicOnly, download }: UpstreamCall): boolean {
  return publicOnly ?? download?.publicOnly ?? false;
}

/** Translates undici's handler calls to sink calls, each at most once and none after an abort. */
class CallHandler implements Dispatcher.DispatchHandler, OpenCall {
  private controller: Dispatcher.DispatchController | undefined;
  private silent = false;

  constructor(
    private readonly sink: AnswerSink,
    private readonly url: string,
    private readonly tlsWarnings: TlsWarnings | undefined,
  ) {}

  pause(): void {
    this.controller?.pause();
  }

  resume(): void {
    this.controller?.resume();
  }

  abort(): void {
    this.silent = true;
    this.controller?.abort(new Error('no longer wanted'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.silent) controller.abort(new Error('no longer wanted'));
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: UpstreamHeaders): void {
    // Drop undici's second copy of the headers, which would retain their bytes while the response runs.
    controller.rawHeaders = null;
    if (!this.silent && status >= 200) this.sink.head(status, headers);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.silent) this.sink.data(chunk);
  }

  onResponseEnd(): void {
    if (this.silent) return;
    this.silent = true;
    this.sink.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.silent) return;
    this.silent = true;
    this.tlsWarnings?.report(this.url, error);
    this.sink.fail(error instanceof ApiError ? error : networkFailure(error));
  }
}
