import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import type { Env } from '../core/env.js';
import { ENV } from '../core/injection.js';

/** Of one call as a whole, milliseconds. */
const TIMEOUT_MS = 5000;
/** Nobody reads what a receiver says beyond its status; bytes. */
const LARGEST_ANSWER = 64 * 1024;

/** A call that is sent as it is: POST, JSON. */
export interface Outgoing {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Who chose an address: users only reach the internet, the operator also what `EGRESS_ALLOW_PRIVATE` allows. */
export type ChosenBy = 'user' | 'operator';

/** What webhooks go out through. */
export interface Egress {
  /** @returns the status of the answer; redirects are not followed. Throws when there is no answer in five seconds */
  post(call: Outgoing, chosenBy: ChosenBy): Promise<number>;
}
export const EGRESS = Symbol('outgoing webhooks');

/** Names are resolved once, and the connection goes to the very address that was checked. */
@Injectable()
export class WebhookEgress implements Egress, OnApplicationShutdown {
  private readonly guarded = new Agent({ connect: { lookup: publicLookup } });
  private readonly open = new Agent();

  constructor(@Inject(ENV) private readonly env: Env) {}

  async post({ url, headers, body }: Outgoing, chosenBy: ChosenBy): Promise<number> {
    const anywhere = chosenBy === 'operator' && this.env.EGRESS_ALLOW_PRIVATE;
    // For an address in figures nothing is looked up.
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
    if (!anywhere && isIP(host) && !isPublic(host)) throw notPublic(host);
    const answer = await request(url, {
      dispatcher: anywhere ? this.open : this.guarded,
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body.dump({ limit: LARGEST_ANSWER });
    return answer.statusCode;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.guarded.destroy(), this.open.destroy()]);
  }
}

function isPublic(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast';
}

function notPublic(host: string): Error {
  return new Error(`${host} is no public address`);
}

const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const found = (addresses ?? []).filter(({ address }) => isPublic(address));
    if (error || !found[0]) return callback(error ?? notPublic(hostname), []);
    if (options.all) return callback(null, found);
    callback(null, found[0].address, found[0].family);
  });
};
