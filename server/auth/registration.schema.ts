import { z } from 'zod';

/** Unicode characters, not UTF-16 units. */
const lengthOf = (text: string) => Array.from(text).length;

/** Sign-in accepts names and e-mail addresses in one field, so a name must not look like an address or like another name. */
const username = z
  .string()
  .transform((text) => text.normalize('NFC').trim())
  .refine((text) => text !== '', '不能为空')
  .refine((text) => lengthOf(text) <= 12, '长度不能超过 12 个字符')
  .refine((text) => !text.includes('@'), '不能包含 @')
  .refine((text) => !/\p{C}/u.test(text), '不能包含不可见字符');

const ignored = z.unknown().optional();

export const register = z.strictObject({
  username,
  password: z
    .string()
    .refine((text) => lengthOf(text) >= 8 && lengthOf(text) <= 20, '长度必须为 8-20 个字符'),
  email: z.string().trim().max(50).default(''),
  verification_code: z.string().trim().max(64, 'email_code_wrong').default(''),
  aff_code: z.string().trim().max(64, 'invalid_parameters').default(''),
  // Sent by consoles and ignored: the display name is the user name, and the repeated password is checked in the
  // console.
  display_name: ignored,
  password2: ignored,
  wechat_verification_code: ignored,
});
export type Register = z.infer<typeof register>;
