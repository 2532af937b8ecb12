import { once } from 'node:events';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { buildConnector, errors } from 'undici';
import { Deadline } from '../deadline.js';
import { isSocks, openTunnel } from './proxy-handshake.js';
import { ProxyFailed } from './proxy-messages.js';

export interface TunnelOptions {
  /** Limit for the connection to the proxy, the tunnel and TLS to the target together, milliseconds. */
  readonly timeoutMs: number;
  /** Resolves the name of the proxy. */
  readonly lookup?: LookupFunction;
}

/** Milliseconds after which an idle connection is probed, as undici does. */
const KEEP_ALIVE_MS = 60_000;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
const SOCKS_PORT = 1080;

/**
 * Makes connections of undici through a proxy of http, https or socks5. undici's own `ProxyAgent` connects again without end
 * when a proxy closes the connection before the tunnel stands (https://github.com/nodejs/undici/issues/3897, repaired in
 * versions for Node 22 alone), and its agent for SOCKS waits without a limit for TLS. Here each request makes one attempt.
 * @throws Error for other kinds of proxies
 */
export function tunnelConnector(address: string, options: TunnelOptions): buildConnector.connector {
  const proxy = new URL(address);
  if (!isSocks(proxy) && !(proxy.protocol in DEFAULT_PORTS))
    throw new Error(`unsupported proxy scheme: ${proxy.protocol.slice(0, -1)}`);
  // Without a limit of its own, because one covers all steps.
  const encrypt = buildConnector({ timeout: 0 });

  return (target, callback) => {
    const socket = dial(proxy, options.lookup);
    // The steps have listeners of their own; an error between them must not end the process.
    socket.on('error', () => undefined);
    let isDecided = false;
    const succeed = (connected: Socket) => {
      if (isDecided) return;
      isDecided = true;
      deadline.stop();
      callback(null, connected);
    };
    const fail = (problem: Error) => {
      if (isDecided) return;
      isDecided = true;
      deadline.stop();
      socket.destroy();
      callback(problem, null);
    };
    const deadline = new Deadline(options.timeoutMs, () =>
      fail(new errors.ConnectTimeoutError(`no tunnel through the proxy within ${options.timeoutMs} ms`)),
    );
    tunnel(socket, proxy, {
      host: target.hostname,
      port: Number(target.port) || (DEFAULT_PORTS[target.protocol] ?? 0),
    }).then(() => {
      if (target.protocol !== 'https:') return succeed(socket);
      encrypt({ ...target, httpSocket: socket }, (problem, encrypted) =>
        problem === null ? succeed(encrypted) : fail(problem),
      );
    }, fail);
  };
}

function dial(proxy: URL, lookup: LookupFunction | undefined): Socket {
  const host = proxy.hostname.replace(/^\[|\]$/g, '');
  const port = Number(proxy.port) || (DEFAULT_PORTS[proxy.protocol] ?? SOCKS_PORT);
  const place = { host, port, ...(lookup && { lookup }) };
  const socket =
    proxy.protocol === 'https:'
      ? connectTls({ ...place, ALPNProtocols: ['http/1.1'], ...(!isIP(host) && { servername: host }) })
      : connect(place);
  return socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
}

async function tunnel(socket: Socket, proxy: URL, target: { host: string; port: number }): Promise<void> {
  await once(socket, proxy.protocol === 'https:' ? 'secureConnect' : 'connect').catch((problem: Error) => {
    const code = 'code' in problem ? problem.code : undefined;
    // undici takes this code for that of the target, and connects again.
    if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') throw new errors.SecureProxyConnectionError(problem);
    throw code === 'ECONNRESET'
      ? new ProxyFailed('EPROXY_CLOSED', 'the proxy closed the connection')
      : problem;
  });
  await openTunnel(socket, proxy, target);
  // The proxy may have closed the connection right behind its answer. undici connects again when it gets such a socket.
  if (socket.destroyed || socket.readableEnded)
    throw new ProxyFailed('EPROXY_CLOSED', 'the proxy closed the connection behind its answer');
}
