import { z } from 'zod';
import { ruleMessage } from '../../errors/rules.js';
import { ignoredFields, lengthOf, MAX_ADDRESS_LENGTH, password } from '../../fields.js';
import { MAX_USERNAME_LENGTH } from '../../limits.js';
import { secondStepResponse } from './second-factor.js';
import { selfResponse, userResponse } from './user.js';

/** Above the length of any provider's code. */
const MAX_CODE_LENGTH = 4096;

/** `username` is a name or an e-mail address. */
export const signInRequest = z.strictObject({
  username: z.string('invalid_parameters').trim().min(1, 'invalid_parameters').max(320, 'invalid_parameters'),
  password: z.string('invalid_parameters').min(1, 'invalid_parameters').max(1000, 'invalid_parameters'),
});
export type SignInRequest = z.infer<typeof signInRequest>;

/** The signed-in user, as in `GET /api/user/self`, which consoles use until they have loaded that; or the second step. */
export const signInResponse = selfResponse.or(secondStepResponse);
export type SignInResponse = z.infer<typeof signInResponse>;

/** The user who signed in through a third party, or the second step. */
export const thirdPartySignInResponse = userResponse.or(secondStepResponse);
export type ThirdPartySignInResponse = z.infer<typeof thirdPartySignInResponse>;

/** Sign-in accepts names and e-mail addresses in one field, so a name must not look like an address or like another name. */
const username = z
  .string()
  .transform((text) => text.normalize('NFC').trim())
  .refine((text) => text !== '', ruleMessage('required', {}))
  .refine(
    (text) => lengthOf(text) <= MAX_USERNAME_LENGTH,
    ruleMessage('too_long', { max: MAX_USERNAME_LENGTH }),
  )
  .refine((text) => !text.includes('@'), ruleMessage('contains_at', {}))
  .refine((text) => !/\p{C}/u.test(text), ruleMessage('invisible_characters', {}));

export const registerRequest = z.strictObject({
  username,
  password,
  email: z.string().trim().max(50).default(''),
  verification_code: z.string().trim().max(64, 'email_code_wrong').default(''),
  aff_code: z.string().trim().max(64, 'invalid_parameters').default(''),
  // Sent by consoles and ignored: the display name is the user name, and the repeated password is checked in the
  // console.
  ...ignoredFields('display_name', 'password2', 'wechat_verification_code'),
});
export type RegisterRequest = z.infer<typeof registerRequest>;

const address = z.email('invalid_parameters').max(MAX_ADDRESS_LENGTH, 'invalid_parameters');

/** Turnstile token, which consoles may add to any call; the server reads it from the query. */
const turnstile = z.string().optional();

/** Requests a mail with a code or a link. */
export const mailQuery = z.strictObject({ email: address, turnstile });
export type MailQuery = z.infer<typeof mailQuery>;

export const bindEmailRequest = z.strictObject({
  email: address,
  code: z.string().max(64, 'email_code_wrong').default(''),
  turnstile,
  /** Only accepted in a POST body, because queries are written to logs. */
  original_password: z.string().max(1000).optional(),
});
export type BindEmailRequest = z.infer<typeof bindEmailRequest>;

export const bindEmailQuery = bindEmailRequest.omit({ original_password: true });
export type BindEmailQuery = z.infer<typeof bindEmailQuery>;

const required = z.string('invalid_parameters').min(1, 'invalid_parameters');

/** Sets a new password; the response is that password. */
export const resetPasswordRequest = z.strictObject({
  email: required.max(MAX_ADDRESS_LENGTH, 'invalid_parameters'),
  token: required.max(128, 'invalid_parameters'),
});
export type ResetPasswordRequest = z.infer<typeof resetPasswordRequest>;

const text = z.string().max(MAX_CODE_LENGTH, 'invalid_parameters').default('');

/** Query of `GET /api/oauth/state`, sent before the console redirects a browser to a provider. */
export const oauthStateQuery = z.strictObject({
  aff: z.string().max(64, 'invalid_parameters').default(''),
  /** Binds the state to one provider. For `github` and `oidc` the response contains the authorization URL. */
  provider: z.enum(['', 'github', 'oidc', 'linuxdo', 'wechat', 'telegram'], 'invalid_parameters').default(''),
});
export type OAuthStateQuery = z.infer<typeof oauthStateQuery>;

/** Members beside `data` of a state. */
export const oauthStateExtras = z.strictObject({
  /** Authorization URL of the provider, if the server builds it. */
  authorization_url: z.string().optional(),
});
export type OAuthStateExtras = z.infer<typeof oauthStateExtras>;

/** Query of a provider's redirect. Unknown parameters are ignored, as RFC 6749 section 4.1.2 requires. */
export const oauthRedirectQuery = z.object({
  code: text,
  state: text,
  iss: text,
  error: text,
  error_description: text,
});
export type OAuthRedirectQuery = z.infer<typeof oauthRedirectQuery>;

export const wechatCodeQuery = z.strictObject({ code: text, state: text, turnstile: text });
export type WechatCodeQuery = z.infer<typeof wechatCodeQuery>;

/**
 * Fields of Telegram's login widget, which may add signed fields. Each has one value without line breaks, so that two
 * fields cannot be mistaken for others in the signed text.
 */
export const telegramFieldsQuery = z
  .record(
    z.string().regex(/^\w{1,40}$/, 'telegram_request_invalid'),
    z
      .string('telegram_request_invalid')
      .max(1000, 'telegram_request_invalid')
      .regex(/^[^\n\r]*$/, 'telegram_request_invalid'),
  )
  .refine((fields) => Object.keys(fields).length <= 20, 'telegram_request_invalid');
export type TelegramFieldsQuery = z.infer<typeof telegramFieldsQuery>;
