import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { isIP } from 'node:net';
import { Agent, request, type Dispatcher } from 'undici';
import { BoundedBuffer } from '../bounded-buffer.js';
import { unlessAborted } from '../deadline.js';
import type { Env } from '../env.js';
import { ENV } from '../injection.js';
import { EnvironmentProxies } from './environment-proxies.js';
import { publicAddressOf, publicLookup, refusePrivateHost } from './public-addresses.js';
import { TlsWarnings } from './tls-warnings.js';
import { tunnelConnector } from './tunnel-connector.js';

/** Limit for a connection through a proxy, milliseconds; that of undici for the others. */
const CONNECT_TIMEOUT_MS = 10_000;

/** An outbound call to a URL that a user or the operator configured. */
export interface EgressCall {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Limit for the whole call, milliseconds. */
  readonly timeoutMs: number;
  /** Limit for the response body. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
  /**
   * Who chose the URL. Users may only reach public addresses; the operator also private ones if `EGRESS_ALLOW_PRIVATE`
   * is set. Those of the environment of the process are reached in any case.
   */
  readonly chosenBy?: 'user' | 'operator' | 'environment';
  /** Without the proxy of the environment: metadata servers answer the machine itself alone. */
  readonly isDirect?: boolean;
}

export interface EgressAnswer {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly body: Buffer;
}

/**
 * Calls URLs chosen by users or the operator: http and https only, no redirects, bounded in time and size. A host name
 * is resolved once, and the connection uses exactly the address that was checked, also through a proxy of the environment.
 */
@Injectable()
export class EgressClient implements OnApplicationShutdown {
  private readonly guarded = new Agent({ connect: { lookup: publicLookup } });
  private readonly open = new Agent();
  private readonly proxies: EnvironmentProxies | undefined;
  /** By the address of the proxy. */
  private readonly proxied = new Map<string, Agent>();
  private readonly tlsWarnings: TlsWarnings;

  constructor(@Inject(ENV) private readonly env: Env) {
    this.proxies = EnvironmentProxies.of(env);
    const logger = new Logger('Egress');
    this.tlsWarnings = new TlsWarnings((line) => logger.warn(line));
  }

  /** @throws PrivateAddress, or any error of the call: timeout, abort, refused connection, response too large */
  async fetch(url: string, call: EgressCall): Promise<EgressAnswer> {
    const { hostname, protocol } = new URL(url);
    if (protocol !== 'http:' && protocol !== 'https:') throw new Error(`unsupported address: ${protocol}//`);
    const anywhere =
      call.chosenBy === 'environment' || (this.env.EGRESS_ALLOW_PRIVATE && call.chosenBy !== 'user');
    if (!anywhere) refusePrivateHost(hostname);
    const timeout = AbortSignal.timeout(call.timeoutMs);
    const signal = call.signal === undefined ? timeout : AbortSignal.any([timeout, call.signal]);
    // undici looks at a signal only once there is a connection, and then sends nothing; names of hosts are resolved without one.
    return unlessAborted(this.answer(url, call, anywhere, signal), signal);
  }

  private async answer(
    url: string,
    call: EgressCall,
    anywhere: boolean,
    signal: AbortSignal,
  ): Promise<EgressAnswer> {
    const { address, ...route } = await this.route(url, anywhere, call.isDirect);
    const answer = await request(address, {
      dispatcher: route.dispatcher,
      method: call.method,
      headers: { ...call.headers, ...route.headers },
      body: call.body ?? null,
      signal,
    }).catch((error: Error) => {
      this.tlsWarnings.report(url, error);
      throw error;
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: await collected(answer.body, call.maxBytes, new URL(url).hostname),
    };
  }

  /** How an address is reached: directly, or through the proxy of the environment. */
  private async route(
    url: string,
    anywhere: boolean,
    isDirect = false,
  ): Promise<{ address: string; dispatcher: Dispatcher; headers?: Record<string, string> }> {
    const proxy = isDirect ? undefined : this.proxies?.proxyOf(url);
    if (proxy === undefined) return { address: url, dispatcher: anywhere ? this.open : this.guarded };
    const dispatcher = this.agentOf(proxy);
    const target = new URL(url);
    if (anywhere || isIP(target.hostname.replace(/^\[|\]$/g, ''))) return { address: url, dispatcher };
    // The proxy is asked for the address that was checked, because the name may lead it to another one. The host header
    // also decides whose certificate is expected.
    const headers = { host: target.host };
    const address = await publicAddressOf(target.hostname);
    target.hostname = isIP(address) === 6 ? `[${address}]` : address;
    return { address: target.href, dispatcher, headers };
  }

  private agentOf(proxy: string): Agent {
    let agent = this.proxied.get(proxy);
    if (agent === undefined) {
      agent = new Agent({ connect: tunnelConnector(proxy, { timeoutMs: CONNECT_TIMEOUT_MS }) });
      this.proxied.set(proxy, agent);
    }
    return agent;
  }

  async onApplicationShutdown(): Promise<void> {
    const agents = [this.guarded, this.open, ...this.proxied.values()];
    await Promise.all(agents.map((agent) => agent.destroy()));
  }
}

async function collected(body: AsyncIterable<Buffer>, limit: number, host: string): Promise<Buffer> {
  const buffer = new BoundedBuffer(limit);
  // Leaving the loop early closes the connection.
  for await (const chunk of body)
    if (!buffer.add(chunk))
      throw Object.assign(new Error(`more than ${limit} bytes from ${host}`), { code: 'EMSGSIZE' });
  return buffer.all();
}
