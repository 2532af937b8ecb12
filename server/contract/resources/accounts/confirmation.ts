import { z } from 'zod';
import { passkeyAssertion } from './second-factor.js';

/** Maximum length accepted, as at sign-in. */
const MAX_PASSWORD_LENGTH = 1000;

/** `POST /api/user/confirm`: one proof that the owner of the account is at the browser. */
export const confirmRequest = z
  .strictObject({
    password: z.string().min(1).max(MAX_PASSWORD_LENGTH).optional(),
    passkey: passkeyAssertion
      .optional()
      .describe('The answer to the challenge of `POST /api/user/passkey/verify/begin`.'),
  })
  .refine(
    ({ password, passkey }) => (password === undefined) !== (passkey === undefined),
    'invalid_parameters',
  );
export type ConfirmRequest = z.infer<typeof confirmRequest>;

/** What an account can confirm with; without any, only a new sign-in confirms. */
export const CONFIRMATION_METHODS = ['password', 'passkey'] as const;
export type ConfirmationMethod = (typeof CONFIRMATION_METHODS)[number];

export const confirmationResponse = z
  .strictObject({
    /** Proofs that `POST` accepts from this account; empty: sign in again. */
    methods: z.array(z.enum(CONFIRMATION_METHODS)),
    /** Unix seconds until which this session needs no confirmation; in the past if it needs one. */
    confirmed_until: z.int(),
  })
  .meta({ id: 'Confirmation' });
export type ConfirmationResponse = z.infer<typeof confirmationResponse>;
