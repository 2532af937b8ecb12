import { z } from 'zod';
import type { EgressClient } from '../core/egress/egress-client.js';

const TIMEOUT_MS = 5000;
/** Limit of a verification response, bytes; real ones have a few hundred. */
const MAX_VERDICT_BYTES = 16 * 1024;

/** https://developers.cloudflare.com/turnstile/get-started/server-side-validation */
const verdict = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).catch([]),
});

export interface TurnstileQuestion {
  readonly secret: string;
  /** Of the visitor. */
  readonly token: string;
  readonly remoteip?: string;
}

/**
 * Asks Cloudflare about a token. Statuses of refusals vary, so that the body alone counts.
 * @param address the verification endpoint
 * @throws any network, egress or parse error
 */
export async function turnstileVerdict(
  egress: EgressClient,
  address: string,
  { secret, token, remoteip }: TurnstileQuestion,
): Promise<{ passed: boolean; errorCodes: readonly string[] }> {
  const form = { secret, response: token, ...(remoteip !== undefined && { remoteip }) };
  const answer = await egress.fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(form).toString(),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_VERDICT_BYTES,
  });
  const { success, 'error-codes': errorCodes } = verdict.parse(JSON.parse(answer.body.toString('utf8')));
  return { passed: success, errorCodes };
}
