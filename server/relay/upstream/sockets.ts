import type { ClientRequestArgs, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { buildConnector } from 'undici';
import { WebSocket } from 'ws';
import type { EnvironmentProxies } from '../../core/egress/environment-proxies.js';
import { publicLookup, refusePrivateHost, refusePrivateTarget } from '../../core/egress/public-addresses.js';
import type { TlsWarnings } from '../../core/egress/tls-warnings.js';
import { tunnelConnector } from '../../core/egress/tunnel-connector.js';
import type { UpstreamHeaders, UpstreamSession } from '../../dialects/kit/provider.js';
import { networkFailure } from './network-failure.js';

/** Maximum bytes of one message; a larger one ends the session. */
export const MAX_MESSAGE = 16 * 1024 * 1024;
/** Maximum bytes read from the body of a refused handshake. */
const MAX_ERROR_BYTES = 64 * 1024;

/** The provider answered the handshake with a status other than 101. */
export class HandshakeRefused extends Error {
  constructor(
    readonly status: number,
    readonly headers: UpstreamHeaders,
    readonly body: string,
  ) {
    super(`the upstream refused the handshake with status ${status}`);
  }
}

export interface SocketLimits {
  /** Whether channels may use private and loopback addresses. */
  allowPrivate: boolean;
  /** Milliseconds from the call to the end of the handshake. */
  handshakeMs: number;
  /** For channels without a proxy of their own; undefined = none. */
  proxies?: EnvironmentProxies | undefined;
  /** Where certificates that are not accepted are reported. */
  tlsWarnings?: TlsWarnings;
}

/** A WebSocket connection that is being opened. */
export interface OpeningSocket {
  /** @throws HandshakeRefused, UpstreamError */
  readonly opened: Promise<WebSocket>;
  abort(): void;
}

/** Opens WebSocket sessions to providers, with the same address and proxy rules as HTTP calls (`client.ts`). */
export class UpstreamSockets {
  constructor(private readonly limits: SocketLimits) {}

  open(session: UpstreamSession, own: string | undefined): OpeningSocket {
    const { proxies, tlsWarnings } = this.limits;
    const proxy = own ?? proxies?.proxyOf(session.url);
    let socket: WebSocket | undefined;
    let aborted = false;
    const opened = new Promise<WebSocket>((resolve, reject) => {
      const fail = (problem: unknown) =>
        reject(networkFailure(problem instanceof Error ? problem : new Error(String(problem))));
      const dial = () => {
        if (aborted) return fail(new Error('no longer wanted'));
        try {
          socket = this.dial(session, proxy);
        } catch (problem) {
          return fail(problem);
        }
        socket.once('error', (error: Error) => tlsWarnings?.report(session.url, error));
        whenDecided(socket, resolve, reject);
      };
      if (proxy && !this.limits.allowPrivate)
        refusePrivateTarget(new URL(session.url).hostname).then(dial).catch(fail);
      else dial();
    });
    return {
      opened,
      abort: () => {
        aborted = true;
        socket?.terminate();
      },
    };
  }

  /** Whether the proxy, or the target without one, may have a private address: those of the operator may. */
  private mayBePrivate(proxy: string | undefined): boolean {
    const isOperators = proxy !== undefined && this.limits.proxies?.includes(proxy) === true;
    return isOperators || this.limits.allowPrivate;
  }

  private dial({ url, headers, subprotocols }: UpstreamSession, proxy: string | undefined): WebSocket {
    const { handshakeMs } = this.limits;
    const allowPrivate = this.mayBePrivate(proxy);
    if (!allowPrivate) refusePrivateHost(new URL(proxy ?? url).hostname);
    const guard = allowPrivate ? {} : { lookup: publicLookup };
    const tunnel =
      proxy === undefined ? undefined : tunnelConnector(proxy, { timeoutMs: handshakeMs, ...guard });
    return new WebSocket(url, [...subprotocols], {
      headers,
      handshakeTimeout: handshakeMs,
      maxPayload: MAX_MESSAGE,
      perMessageDeflate: false,
      ...guard,
      ...(tunnel && { createConnection: throughTunnel(tunnel, url) }),
    });
  }
}

/**
 * How Node's client gets its connection. Its own time limit begins when there is one, which a silent proxy never gives; that of the
 * tunnel begins at once.
 */
function throughTunnel(
  tunnel: buildConnector.connector,
  url: string,
): NonNullable<ClientRequestArgs['createConnection']> {
  const { hostname, host, protocol, port } = new URL(url);
  const target = {
    hostname: hostname.replace(/^\[|\]$/g, ''),
    host,
    protocol: protocol === 'wss:' ? 'https:' : 'http:',
    port,
  };
  return (_options, connected) => {
    tunnel(target, (error, socket) => connected(error, socket as Duplex));
    return null;
  };
}

function whenDecided(
  socket: WebSocket,
  resolve: (socket: WebSocket) => void,
  reject: (problem: unknown) => void,
): void {
  // The listener stays: it prevents an unhandled error later, when a failing socket also emits `close`.
  socket.on('error', (error: Error & { code?: string }) => {
    const late = error.message.includes('timed out');
    reject(networkFailure(late ? Object.assign(error, { code: 'ETIMEDOUT' }) : error));
  });
  socket.once('close', () => reject(networkFailure(new Error('closed'))));
  // Messages that arrive with the handshake stay buffered until a listener is attached.
  socket.once('open', () => {
    socket.pause();
    resolve(socket);
  });
  socket.once('unexpected-response', (request, response: IncomingMessage) => {
    readRefusal(response)
      .then(
        (body) => reject(new HandshakeRefused(response.statusCode ?? 502, response.headers, body)),
        reject,
      )
      .finally(() => request.destroy());
  });
}

async function readRefusal(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      pieces.push(piece);
      length += piece.length;
      if (length >= MAX_ERROR_BYTES) break;
    }
  } catch {
    // The status is known; a body that breaks off is reported as far as it was received.
  }
  return Buffer.concat(pieces).toString('utf8', 0, MAX_ERROR_BYTES);
}
