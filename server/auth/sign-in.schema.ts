import { z } from 'zod';
import { loginUser } from './oauth/oauth.schema.js';

/** `username` is a name or an address. Other fields of older consoles are none of ours. */
export const signIn = z.strictObject({
  username: z.string('invalid_parameters').trim().min(1, 'invalid_parameters').max(320, 'invalid_parameters'),
  password: z.string('invalid_parameters').min(1, 'invalid_parameters').max(1000, 'invalid_parameters'),
});
export type SignIn = z.infer<typeof signIn>;

/** What the console keeps about who is signed in; `default_password` only shows up while it is true. */
export const loginAnswer = loginUser.extend({ default_password: z.literal(true).optional() });
export type LoginAnswer = z.infer<typeof loginAnswer>;
