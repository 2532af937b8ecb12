import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Env } from '../env.js';

/** Host names and addresses of this machine, which no proxy reaches. */
const OWN_NAMES = /(?:^|\.)localhost$/i;

/**
 * The proxies that the environment names for outbound HTTP (HTTPS_PROXY, HTTP_PROXY, NO_PROXY), with the rules of Go and
 * curl: entries of NO_PROXY are names, which include those below them, addresses, CIDR ranges, each with or without a port,
 * or `*`. Loopback addresses are never called through a proxy.
 */
export class EnvironmentProxies {
  private readonly exceptions: readonly Exception[];

  private constructor(
    private readonly https: string | undefined,
    private readonly http: string | undefined,
    noProxy: string,
  ) {
    this.exceptions = noProxy
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(readException);
  }

  /** @returns undefined if the environment names no proxy */
  static of({
    HTTPS_PROXY,
    HTTP_PROXY,
    NO_PROXY,
  }: Pick<Env, 'HTTPS_PROXY' | 'HTTP_PROXY' | 'NO_PROXY'>): EnvironmentProxies | undefined {
    if (HTTPS_PROXY === undefined && HTTP_PROXY === undefined) return undefined;
    return new EnvironmentProxies(HTTPS_PROXY, HTTP_PROXY, NO_PROXY);
  }

  /** The proxy for an address of http, https, ws or wss; undefined = a direct connection. */
  proxyOf(url: string): string | undefined {
    if (!URL.canParse(url)) return undefined;
    const { protocol, hostname, port } = new URL(url);
    const isSecure = protocol === 'https:' || protocol === 'wss:';
    const proxy = isSecure ? this.https : this.http;
    if (proxy === undefined) return undefined;
    const host = hostname
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, '')
      .toLowerCase();
    if (isOwn(host)) return undefined;
    const actualPort = port || (isSecure ? '443' : '80');
    return this.exceptions.some((exception) => exception(host, actualPort)) ? undefined : proxy;
  }

  /** Whether the proxy is one of these. The guard against private addresses does not apply to it. */
  includes(proxy: string): boolean {
    return proxy === this.https || proxy === this.http;
  }
}

type Exception = (host: string, port: string) => boolean;

function readException(entry: string): Exception {
  if (entry === '*') return () => true;
  if (entry.includes('/') && ipaddr.isValidCIDR(entry)) {
    const [range, bits] = ipaddr.parseCIDR(entry);
    return (host) => {
      if (!isIP(host)) return false;
      const address = ipaddr.process(host);
      return address.kind() === range.kind() && address.match([range, bits]);
    };
  }
  const [, bracketed, plain = '', port] = /^(?:\[(.+)\]|(.*?))(?::(\d+))?$/.exec(entry) ?? [];
  const isAddress = isIP(entry) !== 0;
  const name = (isAddress ? entry : (bracketed ?? plain)).replace(/^\*?\./, '').toLowerCase();
  const expectedPort = isAddress ? undefined : port;
  return (host, actualPort) =>
    (expectedPort === undefined || expectedPort === actualPort) &&
    (host === name || (isIP(host) === 0 && host.endsWith(`.${name}`)));
}

function isOwn(host: string): boolean {
  return isIP(host) ? ipaddr.process(host).range() === 'loopback' : OWN_NAMES.test(host);
}
