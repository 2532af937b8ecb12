import type { Agent } from 'node:http';
import type { SocksProxyAgentOptions } from 'socks-proxy-agent';
import type { publicLookup } from './public-addresses.js';

/**
 * The agent of Node's own client for a proxy. Loads what the proxy needs when one of its kind is used first.
 * @param guard the lookup used for the proxy's own host name
 */
export async function proxyAgent(
  proxy: string,
  guard: { readonly lookup?: typeof publicLookup } = {},
): Promise<Agent> {
  if (/^socks5h?:/.test(proxy)) {
    const { SocksProxyAgent } = await import('socks-proxy-agent');
    // The types of `socks` omit the options that it passes to `net.connect`.
    return new SocksProxyAgent(proxy, {
      socketOptions: guard as object as SocksProxyAgentOptions['socketOptions'],
    });
  }
  if (/^https?:/.test(proxy)) {
    const { HttpsProxyAgent } = await import('https-proxy-agent');
    return new HttpsProxyAgent(proxy, guard);
  }
  throw new Error(`unsupported proxy scheme: ${proxy.split(':')[0]}`);
}
