import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, request, type Dispatcher } from 'undici';
import { BoundedBuffer } from '../bounded-buffer.js';
import type { Env } from '../env.js';
import { ENV } from '../injection.js';
import { publicLookup, refusePrivateHost } from './public-addresses.js';

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
   * is set.
   */
  readonly chosenBy?: 'user' | 'operator';
}

export interface EgressAnswer {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly body: Buffer;
}

/**
 * Calls URLs chosen by users or the operator: http and https only, no redirects, bounded in time and size. A host name
 * is resolved once, and the connection uses exactly the address that was checked.
 */
@Injectable()
export class EgressClient implements OnApplicationShutdown {
  private readonly guarded = new Agent({ connect: { lookup: publicLookup } });
  private readonly open = new Agent();

  constructor(@Inject(ENV) private readonly env: Env) {}

  /** @throws PrivateAddress, or any error of the call: timeout, abort, refused connection, response too large */
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
  const buffer = new BoundedBuffer(limit);
  // Leaving the loop early closes the connection.
  for await (const chunk of body)
    if (!buffer.add(chunk)) throw new Error(`more than ${limit} bytes from ${host}`);
  return buffer.all();
}
