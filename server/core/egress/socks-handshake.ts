import { isIP, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ProxyFailed, receiveMessage } from './proxy-messages.js';

/** SOCKS 5: https://www.rfc-editor.org/rfc/rfc1928, with the password of https://www.rfc-editor.org/rfc/rfc1929 */
const VERSION = 5;
const PASSWORD_VERSION = 1;
const NO_PASSWORD = 0;
const PASSWORD = 2;
const CONNECT = 1;
const IPV4 = 1;
const NAME = 3;
const IPV6 = 4;

/**
 * Asks a proxy for a connection to a target. The proxy resolves names.
 * @throws ProxyFailed
 */
export async function connectBySocks(
  socket: Socket,
  proxy: URL,
  target: { readonly host: string; readonly port: number },
): Promise<void> {
  const hasPassword = proxy.username !== '' || proxy.password !== '';
  const methods = hasPassword ? [PASSWORD, NO_PASSWORD] : [NO_PASSWORD];
  socket.write(Buffer.from([VERSION, methods.length, ...methods]));
  const [version, method] = await receiveMessage(socket, () => 2);
  if (version !== VERSION) throw noSocks();
  if (method === PASSWORD && hasPassword) await signIn(socket, proxy);
  else if (method !== NO_PASSWORD)
    throw new ProxyFailed('EPROXY_SIGN_IN', 'the proxy requires a sign-in that is not configured');

  const port = Buffer.alloc(2);
  port.writeUInt16BE(target.port);
  socket.write(Buffer.concat([Buffer.from([VERSION, CONNECT, 0]), addressOf(target.host), port]));
  const [replyVersion, reply] = await receiveMessage(socket, lengthOfReply);
  if (replyVersion !== VERSION) throw noSocks();
  if (reply !== 0) throw new ProxyFailed(`EPROXY_REPLY_${reply}`, `the proxy refused the target: ${reply}`);
}

async function signIn(socket: Socket, { username, password }: URL): Promise<void> {
  const parts = [username, password].map((part) => withLength(decodeURIComponent(part)));
  socket.write(Buffer.concat([Buffer.from([PASSWORD_VERSION]), ...parts]));
  const [, status] = await receiveMessage(socket, () => 2);
  if (status !== 0) throw new ProxyFailed('EPROXY_SIGN_IN', 'the proxy refused user name and password');
}

function addressOf(host: string): Buffer {
  if (!isIP(host)) return Buffer.concat([Buffer.from([NAME]), withLength(host)]);
  const bytes = ipaddr.parse(host).toByteArray();
  return Buffer.from([bytes.length === 4 ? IPV4 : IPV6, ...bytes]);
}

/** Version, reply, a reserved byte, an address with its type, and a port. */
function lengthOfReply(received: Buffer): number | undefined {
  const type = received[3];
  if (type === undefined) return undefined;
  if (type === IPV4) return 4 + 4 + 2;
  if (type === IPV6) return 4 + 16 + 2;
  if (type !== NAME) throw noSocks();
  return received[4] === undefined ? undefined : 5 + received[4] + 2;
}

/** A text behind a byte with its length. */
function withLength(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > 255)
    throw new ProxyFailed('EPROXY_LENGTH', 'a name or password is too long for a SOCKS proxy');
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

function noSocks(): ProxyFailed {
  return new ProxyFailed('EPROXY_ANSWER', 'the proxy does not answer in SOCKS 5');
}
