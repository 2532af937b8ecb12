import { z } from 'zod';
import { userAnswer } from '../../users/user-view.js';

/** Longer than any code of any provider. */
const MAX_CODE_LENGTH = 4096;

const text = z.string().max(MAX_CODE_LENGTH, 'invalid_parameters').default('');

/** What the console says when it is about to send a browser away. */
export const begin = z.strictObject({
  aff: z.string().max(64, 'invalid_parameters').default(''),
  /** Ties the state to one provider. With `github` and `oidc` the answer says where to send the browser. */
  provider: z.enum(['', 'github', 'oidc', 'linuxdo', 'wechat', 'telegram'], 'invalid_parameters').default(''),
});
export type Begin = z.infer<typeof begin>;

/** What a browser brings back. Providers add what they like, and clients must ignore it (RFC 6749, section 4.1.2). */
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

/** Fields of Telegram's widget; which ones it signs is its own business. One value each, and none that could pass for two. */
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

/** Who signed in, as `GET /api/user/self` answers: consoles show it until they have read that. */
export const loginUser = userAnswer;
export type LoginUser = z.infer<typeof loginUser>;
