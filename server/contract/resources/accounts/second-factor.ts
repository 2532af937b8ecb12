import { z } from 'zod';
import { textUpTo } from '../../fields.js';
import { FACTOR_METHODS, MAX_PASSKEY_NAME } from '../../second-factor-terms.js';

/** What the right password answers for an account with a second factor: no session is open yet. */
export const secondStepResponse = z
  .strictObject({
    require_2fa: z.literal(true),
    methods: z.array(z.enum(FACTOR_METHODS)).describe('Those that the account has.'),
  })
  .meta({ id: 'SecondStep' });
export type SecondStepResponse = z.infer<typeof secondStepResponse>;

/** Why the console asks an account to set up a second factor. */
export const secondFactorNotice = z
  .strictObject({
    reason: z
      .enum(['required', 'imported'])
      .describe('`required`: by the administrator; `imported`: the account had one where it comes from.'),
    due_at: z.int().describe('Unix seconds from which the account may do nothing else; 0 = never.'),
  })
  .describe('Present only while the account is asked to set up a second factor.');
export type SecondFactorNotice = z.infer<typeof secondFactorNotice>;

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/);
const credential = {
  id: base64url.min(1),
  rawId: base64url.min(1),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).nullish(),
  clientExtensionResults: z.looseObject({}).default({}),
};

/** Result of `navigator.credentials.get()` as JSON (https://www.w3.org/TR/webauthn-3/#dictdef-authenticationresponsejson). */
export const passkeyAssertion = z.strictObject({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

/** Result of `navigator.credentials.create()` as JSON (https://www.w3.org/TR/webauthn-3/#dictdef-registrationresponsejson). */
export const passkeyAttestation = z.strictObject({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[\w-]{1,20}$/))
      .max(10)
      .default([]),
  }),
});
export type PasskeyAttestation = z.infer<typeof passkeyAttestation>;

/** At most one of them; `code` also takes a recovery code, as in clients of the compatible API that have one field. */
const proof = {
  code: z.string().trim().max(64).optional().describe('A code of the authenticator app, or a recovery code.'),
  recovery_code: z.string().trim().max(64).optional(),
  passkey: passkeyAssertion.optional(),
};

/** Proves control of a second factor. */
export const secondFactorProof = z.strictObject(proof);
export type SecondFactorProof = z.infer<typeof secondFactorProof>;

const currentPassword = z
  .string()
  .max(1000)
  .optional()
  .describe('Not needed within ten minutes of the sign-in.');

export const ownIdentityRequest = z.strictObject({ original_password: currentPassword }).optional();
export type OwnIdentityRequest = z.infer<typeof ownIdentityRequest>;

export const disableAuthenticatorRequest = z.strictObject({ ...proof, original_password: currentPassword });
export type DisableAuthenticatorRequest = z.infer<typeof disableAuthenticatorRequest>;

export const secondFactorStatusResponse = z
  .strictObject({
    enabled: z.boolean().describe('Whether there is an authenticator app.'),
    passkeys: z.int(),
    backup_codes_remaining: z.int().describe('Recovery codes that were not used.'),
    required: z.boolean().describe('Whether the administrator requires a second factor of this account.'),
  })
  .meta({ id: 'SecondFactorStatus' });
export type SecondFactorStatusResponse = z.infer<typeof secondFactorStatusResponse>;

export const authenticatorSetupResponse = z
  .strictObject({
    secret: z.string().describe('Base32, to enter by hand.'),
    qr_code_data: z
      .string()
      .describe(
        'The text of the QR code: https://github.com/google/google-authenticator/wiki/Key-Uri-Format',
      ),
  })
  .meta({ id: 'AuthenticatorSetup' });
export type AuthenticatorSetupResponse = z.infer<typeof authenticatorSetupResponse>;

export const enableAuthenticatorRequest = z.strictObject({
  code: z.string('invalid_parameters').trim().min(1, 'invalid_parameters').max(64, 'invalid_parameters'),
});
export type EnableAuthenticatorRequest = z.infer<typeof enableAuthenticatorRequest>;

export const recoveryCodesResponse = z
  .strictObject({
    backup_codes: z
      .array(z.string())
      .describe('Recovery codes, shown this once; each works once. Empty if the account keeps those it has.'),
  })
  .meta({ id: 'RecoveryCodes' });
export type RecoveryCodesResponse = z.infer<typeof recoveryCodesResponse>;

export const passkeyResponse = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    backed_up: z.boolean().describe('Whether it is synchronized to other devices of its owner.'),
    /** Unix seconds. */
    created_at: z.int(),
    last_used_at: z.int().describe('Unix seconds; 0 = never.'),
  })
  .meta({ id: 'Passkey' });
export type PasskeyResponse = z.infer<typeof passkeyResponse>;

export const passkeyListResponse = z.strictObject({
  enabled: z.boolean(),
  passkeys: z.array(passkeyResponse).describe('Oldest first.'),
});
export type PasskeyListResponse = z.infer<typeof passkeyListResponse>;

/** What the browser needs: `navigator.credentials.create(options)` or `get(options)`, with base64url in place of bytes. */
export const passkeyOptionsResponse = z
  .strictObject({ options: z.strictObject({ publicKey: z.looseObject({ challenge: z.string() }) }) })
  .meta({ id: 'PasskeyOptions' });
export type PasskeyOptionsResponse = z.infer<typeof passkeyOptionsResponse>;

export const beginPasskeyRequest = z
  .strictObject({
    name: textUpTo(MAX_PASSKEY_NAME).trim().optional().describe('Of the passkey, for its owner.'),
    original_password: currentPassword,
  })
  .optional();
export type BeginPasskeyRequest = z.infer<typeof beginPasskeyRequest>;

export const passkeyAddedResponse = passkeyResponse
  .extend(recoveryCodesResponse.shape)
  .meta({ id: 'PasskeyAdded' });
export type PasskeyAddedResponse = z.infer<typeof passkeyAddedResponse>;
