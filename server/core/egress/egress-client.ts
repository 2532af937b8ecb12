import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, request, type Dispatcher } from 'undici';
import type { Env } from '../env.js';
import { ENV } from '../injection.js';
import { publicLookup, refusePrivateHost } from './public-addresses.js';

/** A call to an address that a person chose. */
export interface EgressCall {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Of the whole call, milliseconds. */
  readonly timeoutMs: number;
  /** Of the answer's body. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
  /** Who chose the address: users only reach the internet, the operator also what `EGRESS_ALLOW_PRIVATE` allows. */
  readonly chosenBy?: 'user' | 'operator';
}

export interface EgressAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly body: Buffer;
}

/**
 * Calls addresses that people chose: http and https only, no redirects, bounded in time and size. Names are resolved
 * once, and the connection goes to the very address that was checked.
 */
@Injectable()
export class EgressClient implements OnApplicationShutdown {
  private readonly guarded = new Agent({ connect: { lookup: publicLookup } });
  private readonly open = new Agent();

  constructor(@Inject(ENV) private readonly env: Env) {}

  /** @throws PrivateAddress, and whatever stops the call: timeout, abort, refused connections, too large an answer */
  async fetch(url: string, call: EgressCall): Promise<EgressAnswer> {
    const { hostname, protocol } = new URL(url);
    if (protocol !== 'http:' && protocol !== 'https:') throw new Error(`unsupported address: ${protocol}//`);
    const anywhere = this.env.EGRESS_ALLOW_PRIVATE && call.chosenBy !== 'user';
    if (!anywhere) refusePrivateHost(hostname);
    const timeout = AbortSignal.timeout(call.timeoutMs);
    const answer = await request(url, {
      dispatcher: anywhere ? this.open : this.guarded,
      method: call.method,
      headers: call.headers,
      body: call.body ?? null,
      signal: call.signal === undefined ? timeout : AbortSignal.any([timeout, call.signal]),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: await collected(answer.body, call.maxBytes, hostname),
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.guarded.destroy(), this.open.destroy()]);
  }
}

async function collected(body: AsyncIterable<Buffer>, limit: number, host: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early closes the connection.
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) throw new Error(`more than ${limit} bytes from ${host}`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
