import { z } from 'zod';
import { userResponse } from '../../contract/resources/user.js';

/** Above the length of any provider's code. */
const MAX_CODE_LENGTH = 4096;

const text = z.string().max(MAX_CODE_LENGTH, 'invalid_parameters').default('');

/** Query of `GET /api/oauth/state`, sent before the console redirects a browser to a provider. */
export const begin = z.strictObject({
  aff: z.string().max(64, 'invalid_parameters').default(''),
  /** Binds the state to one provider. For `github` and `oidc` the response contains the authorization URL. */
  provider: z.enum(['', 'github', 'oidc', 'linuxdo', 'wechat', 'telegram'], 'invalid_parameters').default(''),
});
export type Begin = z.infer<typeof begin>;

/** Query of a provider's redirect. Unknown parameters are ignored, as RFC 6749 section 4.1.2 requires. */
export const comeBack = z.object({
  code: text,
  state: text,
  iss: text,
  error: text,
  error_description: text,
});
export type ComeBack = z.infer<typeof comeBack>;

export const wechatCode = z.strictObject({ code: text, state: text, turnstile: text });
export type WechatCode = z.infer<typeof wechatCode>;

/**
 * Fields of Telegram's login widget, which may add signed fields. Each has one value without line breaks, so that two
 * fields cannot be mistaken for others in the signed text.
 */
export const telegramFields = z
  .record(
    z.string().regex(/^\w{1,40}$/, 'telegram_unsigned'),
    z
      .string('telegram_unsigned')
      .max(1000, 'telegram_unsigned')
      .regex(/^[^\n\r]*$/, 'telegram_unsigned'),
  )
  .refine((fields) => Object.keys(fields).length <= 20, 'telegram_unsigned');
export type TelegramFields = z.infer<typeof telegramFields>;

/** The signed-in user, as in `GET /api/user/self`; consoles use it until they have loaded that. */
export const loginUser = userResponse;
export type LoginUser = z.infer<typeof loginUser>;
