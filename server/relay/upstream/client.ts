import { Readable } from 'node:stream';
import { Pool, ProxyAgent, Socks5ProxyAgent, buildConnector, type Dispatcher } from 'undici';
import { publicLookup, refusePrivateHost, refusePrivateTarget } from '../../core/egress/public-addresses.js';
import { ApiError } from '../../core/api-error.js';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import type { UpstreamCall, UpstreamHeaders } from '../../dialects/providers/provider.js';

/** Receives one answer, in this order: head, data…, then end or fail. Nothing comes after `abort`. */
export interface AnswerSink {
  head(status: number, headers: UpstreamHeaders): void;
  data(chunk: Buffer): void;
  end(): void;
  /** The call broke: timeout, refused, reset. A Refusal where it is not the upstream's fault: its body could not be read. */
  fail(problem: UpstreamError | ApiError): void;
}

/** Limits of one call in milliseconds; 0 = none. */
export interface CallLimits {
  /** From sending to the status line. */
  headersMs: number;
  /** Between two pieces of the body. */
  idleMs: number;
}

/** The hand on a running call. */
export interface OpenCall {
  pause(): void;
  resume(): void;
  /** Hangs up; the sink hears nothing more. */
  abort(): void;
}

export interface UpstreamOptions {
  connectTimeoutMs: number;
  /** May channels point at private and loopback addresses (a local Ollama)? */
  allowPrivate: boolean;
  /** Sockets per origin. */
  connections: number;
}

/**
 * The only code that calls model vendors: one pool of keep-alive connections per origin (and per proxy), plain
 * `dispatch` handlers, no fetch and no promise per chunk (design/performance.md).
 */
export class UpstreamClient {
  private readonly pools = new Map<string, Dispatcher>();
  /** Targets behind proxies that are being looked up, or were found to be public. */
  private readonly targets = new Map<string, Promise<void>>();

  constructor(private readonly options: UpstreamOptions) {}

  /** Starts a call. Every outcome, bad addresses included, is told to the sink later, never thrown. */
  send(call: UpstreamCall, limits: CallLimits, proxy: string | undefined, sink: AnswerSink): OpenCall {
    const handler = new CallHandler(sink);
    if (proxy && !this.options.allowPrivate)
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
      this.pool(origin, proxy).dispatch(
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

  /** Looked up once per host: nothing is won by asking again, since the proxy asks for itself. */
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

  /** Waits for running calls, then closes every connection. */
  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
    this.pools.clear();
  }

  private pool(origin: string, proxy: string | undefined): Dispatcher {
    const name = proxy ? `${proxy} ${origin}` : origin;
    let pool = this.pools.get(name);
    if (!pool) this.pools.set(name, (pool = this.open(origin, proxy)));
    return pool;
  }

  private open(origin: string, proxy: string | undefined): Dispatcher {
    const { allowPrivate, connectTimeoutMs, connections } = this.options;
    // The socket goes to the proxy where there is one, else to the target: it is the one that is guarded by its lookup.
    const connect: buildConnector.BuildOptions = { timeout: connectTimeoutMs };
    if (!allowPrivate) {
      refusePrivateHost(new URL(proxy ?? origin).hostname);
      connect.lookup = publicLookup;
    }
    if (proxy) {
      // Names are always looked up by the proxy, which is what the `h` asks for.
      if (/^socks5h?:/.test(proxy))
        return new Socks5ProxyAgent(proxy.replace(/^socks5h:/, 'socks5:'), {
          connections,
          connect: buildConnector(connect),
        });
      if (/^https?:/.test(proxy)) return new ProxyAgent({ uri: proxy, connections, proxyTls: connect });
      throw new Error(`unsupported proxy scheme: ${proxy.split(':')[0]}`);
    }
    const { protocol } = new URL(origin);
    if (protocol !== 'http:' && protocol !== 'https:') throw new Error(`unsupported address: ${protocol}//`);
    return new Pool(origin, { connections, pipelining: 1, connect });
  }
}

/** Turns undici's handler calls into the sink's, once each, and silent after an abort. */
class CallHandler implements Dispatcher.DispatchHandler, OpenCall {
  private controller: Dispatcher.DispatchController | undefined;
  private silent = false;

  constructor(private readonly sink: AnswerSink) {}

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
    // A second copy of the headers, which would keep the bytes that they came with while the answer runs.
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
    this.sink.fail(error instanceof ApiError ? error : networkFailure(error));
  }
}

/**
 * What a broken connection means for retry and status. Clients see one message and code however it failed: whether an
 * address is refused, private or speaks another protocol is for the operator alone (`detail`).
 */
export function networkFailure(error: Error & { code?: string }): UpstreamError {
  const timeout = /TIMEOUT|TIMEDOUT/.test(error.code ?? '') && error.code !== 'UND_ERR_CONNECT_TIMEOUT';
  const connection = connectionOf(error.code ?? '');
  return new UpstreamError({
    ...(connection && { connection }),
    status: timeout ? 504 : 502,
    message: timeout ? 'the upstream did not answer in time' : 'connection to the upstream failed',
    detail: error.code ?? error.name,
    kind: 'upstream_error',
    code: timeout ? 'upstream_timeout' : 'do_request_failed',
    retryable: true,
    disables: false,
  });
}

/** Codes of Node, OpenSSL and undici for connections that could not be made. */
const UNREACHABLE =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EPROTO|ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|UND_ERR_CONNECT_TIMEOUT)/;
const BROKEN = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)/;

function connectionOf(code: string): 'unreachable' | 'broken' | undefined {
  if (UNREACHABLE.test(code)) return 'unreachable';
  return BROKEN.test(code) ? 'broken' : undefined;
}
