import { z } from 'zod';

/** The longest address there is (RFC 5321). */
const MAX_ADDRESS_LENGTH = 254;

const address = z.email('invalid_parameters').max(MAX_ADDRESS_LENGTH, 'invalid_parameters');

/** The token of the human check goes along with every call that has one; a guard looks at it. */
const turnstile = z.string().optional();

export const wantMail = z.strictObject({ email: address, turnstile });
export type WantMail = z.infer<typeof wantMail>;

export const bindEmail = z.strictObject({
  email: address,
  code: z.string().max(64, 'email_code_wrong').default(''),
  turnstile,
  /** Only in the body of a POST: queries end up in logs. */
  original_password: z.string().max(1000).optional(),
});
export type BindEmail = z.infer<typeof bindEmail>;

const given = z.string('invalid_parameters').min(1, 'invalid_parameters');

export const resetPassword = z.strictObject({
  email: given.max(MAX_ADDRESS_LENGTH, 'invalid_parameters'),
  token: given.max(128, 'invalid_parameters'),
});
export type ResetPassword = z.infer<typeof resetPassword>;
