import { z } from 'zod';
import { loginUser } from './oauth/oauth.schema.js';

/** `username` is a name or an e-mail address. Unknown fields of older consoles are ignored unless `X-Strict: 1` is set. */
export const signIn = z.strictObject({
  username: z.string('invalid_parameters').trim().min(1, 'invalid_parameters').max(320, 'invalid_parameters'),
  password: z.string('invalid_parameters').min(1, 'invalid_parameters').max(1000, 'invalid_parameters'),
});
export type SignIn = z.infer<typeof signIn>;

/** The response of a sign-in; `default_password` is present only while it is true. */
export const loginAnswer = loginUser.extend({ default_password: z.literal(true).optional() });
export type LoginAnswer = z.infer<typeof loginAnswer>;
