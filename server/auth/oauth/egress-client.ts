import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, request, type Dispatcher } from 'undici';
import type { Env } from '../../core/env.js';
import { ENV } from '../../core/injection.js';

/** Calls addresses that people chose: no redirects, bounded in time and size, private networks only where allowed. */
@Injectable()
export class EgressClient implements OnApplicationShutdown {
  private readonly agent: Agent;

  constructor(@Inject(ENV) private readonly env: Env) {
    this.agent = new Agent({ connect: env.EGRESS_ALLOW_PRIVATE ? {} : { lookup: publicLookup } });
  }

  async fetch(
    url: string,
    given: {
      readonly method: 'GET' | 'POST';
      readonly headers: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly timeoutMs: number;
      readonly maxBytes: number;
      readonly signal?: AbortSignal;
    },
  ): Promise<{ status: number; headers: Dispatcher.ResponseData['headers']; body: Buffer }> {
    const { hostname } = new URL(url);
    const bare = hostname.replace(/^\[|\]$/g, '');
    if (!this.env.EGRESS_ALLOW_PRIVATE && isIP(bare) && !isPublic(bare)) throw privateAddress(hostname);
    const timeout = AbortSignal.timeout(given.timeoutMs);
    const answer = await request(url, {
      dispatcher: this.agent,
      method: given.method,
      headers: given.headers,
      body: given.body ?? null,
      signal: given.signal === undefined ? timeout : AbortSignal.any([timeout, given.signal]),
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > given.maxBytes) throw new Error(`more than ${given.maxBytes} bytes from ${hostname}`);
      chunks.push(chunk);
    }
    return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }
}

function isPublic(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast';
}

function privateAddress(host: string): Error {
  return new Error(`${host} is a private address and EGRESS_ALLOW_PRIVATE is false`);
}

/** DNS that resolves public addresses only; the connection then goes to the very address that was checked. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const found = (addresses ?? []).filter(({ address }) => isPublic(address));
    if (error || !found[0]) return callback(error ?? privateAddress(hostname), []);
    if (options.all) return callback(null, found);
    callback(null, found[0].address, found[0].family);
  });
};
