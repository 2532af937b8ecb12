import { newUsername } from '../contract/resources/accounts/user.js';
import { errorOf } from '../core/http/schema.pipe.js';
import { z } from 'zod';

const schema = z.object({ username: newUsername });

/** @throws ApiError if the name is not allowed, whether or not it is free */
export function assertNewUsername(name: string): void {
  const { error } = schema.safeParse({ username: name });
  if (error !== undefined) throw errorOf(error.issues[0] ?? { message: '' });
}
