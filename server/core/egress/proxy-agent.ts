import type { Agent } from 'node:http';

/**
 * The agent of Node's own client for a proxy, for packages that take one; other calls use `tunnelConnector`. Loads what the proxy
 * needs when one of its kind is used first.
 */
export async function proxyAgent(proxy: string): Promise<Agent> {
  if (/^socks5h?:/.test(proxy)) {
    const { SocksProxyAgent } = await import('socks-proxy-agent');
    // The proxy resolves names, as everywhere here.
    return new SocksProxyAgent(proxy.replace(/^socks5:/, 'socks5h:'));
  }
  if (/^https?:/.test(proxy)) {
    const { HttpsProxyAgent } = await import('https-proxy-agent');
    return new HttpsProxyAgent(proxy);
  }
  throw new Error(`unsupported proxy scheme: ${proxy.split(':')[0]}`);
}
