import { z } from 'zod';

/** Maximum length of an address (RFC 5321). */
const MAX_ADDRESS_LENGTH = 254;

const address = z.email('invalid_parameters').max(MAX_ADDRESS_LENGTH, 'invalid_parameters');

/** Turnstile token, which consoles may add to any call; `TurnstileGuard` reads it from the query. */
const turnstile = z.string().optional();

export const wantMail = z.strictObject({ email: address, turnstile });
export type WantMail = z.infer<typeof wantMail>;

export const bindEmail = z.strictObject({
  email: address,
  code: z.string().max(64, 'email_code_wrong').default(''),
  turnstile,
  /** Only accepted in a POST body, because queries are written to logs. */
  original_password: z.string().max(1000).optional(),
});
export type BindEmail = z.infer<typeof bindEmail>;

const given = z.string('invalid_parameters').min(1, 'invalid_parameters');

export const resetPassword = z.strictObject({
  email: given.max(MAX_ADDRESS_LENGTH, 'invalid_parameters'),
  token: given.max(128, 'invalid_parameters'),
});
export type ResetPassword = z.infer<typeof resetPassword>;
