import { isIPv6, type Socket } from 'node:net';
import { connectBySocks } from './socks-handshake.js';
import { ProxyFailed, receiveMessage } from './proxy-messages.js';

/** Where a tunnel leads. */
export interface TunnelTarget {
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
}

/** `socks5` lets the client resolve names and `socks5h` the proxy; here the proxy resolves them for both. */
export function isSocks(proxy: URL): boolean {
  return /^socks5h?:$/.test(proxy.protocol);
}

/**
 * Asks a proxy for a connection to a target, in SOCKS 5 or by CONNECT (https://www.rfc-editor.org/rfc/rfc9110#name-connect).
 * Afterwards the socket carries the bytes of the target. The caller limits the time, and destroys the socket on errors.
 * @param socket connected to the proxy
 * @throws ProxyFailed
 */
export function openTunnel(socket: Socket, proxy: URL, target: TunnelTarget): Promise<void> {
  return isSocks(proxy) ? connectBySocks(socket, proxy, target) : connectByHttp(socket, proxy, target);
}

const END_OF_HEADERS = '\r\n\r\n';

async function connectByHttp(socket: Socket, proxy: URL, { host, port }: TunnelTarget): Promise<void> {
  const authority = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`, 'Proxy-Connection: Keep-Alive'];
  if (proxy.username || proxy.password) {
    const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
    lines.push(`Proxy-Authorization: Basic ${Buffer.from(credentials).toString('base64')}`);
  }
  socket.write(lines.join('\r\n') + END_OF_HEADERS);
  const head = await receiveMessage(socket, (received) => {
    const end = received.indexOf(END_OF_HEADERS);
    return end === -1 ? undefined : end + END_OF_HEADERS.length;
  });
  const status = /^HTTP\/1\.\d (\d{3})\b/.exec(head.toString('latin1'))?.[1];
  if (status === undefined) throw new ProxyFailed('EPROXY_ANSWER', 'the proxy does not answer in HTTP');
  if (!status.startsWith('2'))
    throw new ProxyFailed(`EPROXY_STATUS_${status}`, `the proxy answered CONNECT with status ${status}`);
}
