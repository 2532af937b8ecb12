import { z } from 'zod';

/** `username` is a name or an address. Other fields of older consoles are none of ours. */
export const signIn = z.strictObject({
  username: z.string().trim().min(1, 'invalid_parameters').max(320, 'invalid_parameters'),
  password: z.string().min(1, 'invalid_parameters').max(1000, 'invalid_parameters'),
});
export type SignIn = z.infer<typeof signIn>;
