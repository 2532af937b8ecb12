import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from '../proxies.js';

/** Browsers accept a cookie of this name only over https, for the whole site and from this host alone, not from a neighbour. */
const HOST_PREFIX = '__Host-';

/** A cookie of the console. */
export interface ConsoleCookie {
  /** Name over plain http; over https it has the prefix `__Host-`. */
  readonly name: string;
  /** Path over plain http; with the prefix it is `/`. */
  readonly path: string;
}

/** True if the browser reaches the console by https. @param publicAddress the public URL of the console */
function isSecure({ protocol }: FastifyRequest, publicAddress: string): boolean {
  return protocol === 'https' || publicAddress.startsWith('https://');
}

/**
 * True if the cookie gets the prefix: not where the console is opened by the address of this machine, as through a tunnel, because
 * browsers take cookies for https from such a page, but none with the prefix.
 */
function hasPrefix(request: FastifyRequest, publicAddress: string): boolean {
  if (request.protocol === 'https') return true;
  return isSecure(request, publicAddress) && !isLoopback(request.hostname.replace(/^\[|\]$/g, ''));
}

/**
 * The values of a cookie in a request, the one with the prefix first. The name without it counts over https, too: browsers
 * that signed in before an update have it, and clients of the compatible API send a copied session by that name.
 */
export function cookieValues({ cookies }: FastifyRequest, { name }: ConsoleCookie): string[] {
  return [cookies[HOST_PREFIX + name], cookies[name]].filter(
    (value) => value !== undefined && value !== '',
  ) as string[];
}

/**
 * Sets a cookie that no script and no other site can use.
 * @param publicAddress the public URL of the console
 * @param maxAge seconds
 */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  publicAddress: string,
  cookie: ConsoleCookie,
  value: string,
  maxAge: number,
): void {
  const secure = isSecure(request, publicAddress);
  const prefixed = hasPrefix(request, publicAddress);
  // Otherwise the browser would go on sending the earlier value under the other name.
  if (prefixed && request.cookies[cookie.name] !== undefined) expire(reply, cookie.name, cookie.path, secure);
  const { name, path } = prefixed ? { name: HOST_PREFIX + cookie.name, path: '/' } : cookie;
  reply.setCookie(name, value, { path, httpOnly: true, sameSite: 'strict', secure, maxAge });
}

/** Removes a cookie under both of its names. @param publicAddress the public URL of the console */
export function clearCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  publicAddress: string,
  { name, path }: ConsoleCookie,
): void {
  const secure = isSecure(request, publicAddress);
  if (secure) expire(reply, HOST_PREFIX + name, '/', secure);
  expire(reply, name, path, secure);
}

function expire(reply: FastifyReply, name: string, path: string, secure: boolean): void {
  reply.clearCookie(name, { path, httpOnly: true, sameSite: 'strict', secure });
}
