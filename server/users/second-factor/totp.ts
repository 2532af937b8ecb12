import { Secret, TOTP } from 'otpauth';
import { CODE_DIGITS } from '../../contract/second-factor-terms.js';

/** The values that all authenticator apps support; they ignore others. */
const PARAMETERS = { algorithm: 'SHA1', digits: CODE_DIGITS, period: 30 } as const;
/** Steps before and after the current one whose codes are accepted, for clocks that differ and users who type slowly. */
const WINDOW = 1;
/** As RFC 4226 section 4 recommends. */
const SECRET_BYTES = 20;

/** A new shared secret, base32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/**
 * The text of the QR code that authenticator apps read
 * (https://github.com/google/google-authenticator/wiki/Key-Uri-Format).
 * @param issuer name of the site
 * @param label name of the account
 */
export function setupAddress(secret: string, issuer: string, label: string): string {
  return new TOTP({ ...PARAMETERS, secret: Secret.fromBase32(secret), issuer, label }).toString();
}

/**
 * The time step (RFC 6238) of a code; undefined if the code is wrong.
 * @param code digits only
 * @param nowMs Unix ms
 */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  const delta = TOTP.validate({
    ...PARAMETERS,
    secret: Secret.fromBase32(secret),
    token: code,
    timestamp: nowMs,
    window: WINDOW,
  });
  return delta === null ? undefined : Math.floor(nowMs / (PARAMETERS.period * 1000)) + delta;
}
