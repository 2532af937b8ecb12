import type { Env } from '../env.js';
import type { PublicAddress } from './access/sessions.js';

/**
 * Headers of every response that Fastify sends: its type is the declared one, and no page has it in a frame
 * (https://owasp.org/www-project-secure-headers/). The console's pages replace the policy by their own.
 */
export const EVERY_RESPONSE = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "frame-ancestors 'none'",
} as const;

/**
 * Headers of management responses. They are data: a browser that is led to one loads nothing for it, pages of other
 * origins do not embed it, and a redirect does not tell where it came from.
 */
export const MANAGEMENT_RESPONSE = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
} as const;

/** One year, seconds. */
const HSTS_SECONDS = 31_536_000;

/**
 * Strict-Transport-Security (https://www.rfc-editor.org/rfc/rfc6797), which browsers apply over https only. Hosts below the
 * console's own are included only if the operator says so, because the gateway does not know whether they have TLS.
 * @returns the value of the header; undefined if the console's public URL is not https
 */
export function strictTransport(
  { HSTS_INCLUDE_SUBDOMAINS }: Pick<Env, 'HSTS_INCLUDE_SUBDOMAINS'>,
  publicAddress: PublicAddress,
): () => string | undefined {
  const value = `max-age=${HSTS_SECONDS}${HSTS_INCLUDE_SUBDOMAINS ? '; includeSubDomains' : ''}`;
  return () => (publicAddress().startsWith('https://') ? value : undefined);
}
