import { hash, verify } from '@node-rs/argon2';
import bcrypt from 'bcryptjs';
import { assertUncommon } from './common-passwords.js';
import type { User } from './user.entity.js';

/** OWASP's second choice for argon2id, the library's algorithm unless told otherwise: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const BCRYPT = /^\$2[aby]\$/;

/** Hashes a password that somebody chose. @throws Refusal password_too_common */
export async function hashChosenPassword(password: string): Promise<string> {
  await assertUncommon(password);
  return hashPassword(password);
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Is this the password? '' is never one, and an account without a password accepts none. */
export async function passwordMatches(stored: string, password: string): Promise<boolean> {
  if (stored === '' || password === '') return false;
  if (BCRYPT.test(stored)) return bcrypt.compare(password, stored);
  return stored.startsWith('$argon2') ? verify(stored, password) : false;
}

/** Hashes of imported accounts are replaced at the next sign-in, while the password is at hand. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith('$argon2id$v=19$m=19456,t=2,p=1$');
}

/** Takes as long as a real check: whether a name exists cannot be told from the time. */
export async function pretendToCheck(password: string): Promise<void> {
  decoy ??= hashPassword('nobody has this password');
  await verify(await decoy, password);
}
let decoy: Promise<string> | undefined;

/** What changes with a password, whoever changes it: sessions and the system access token end, since others may hold them. */
export function withNewPassword({ sessionVersion }: Pick<User, 'sessionVersion'>, passwordHash: string) {
  return {
    password: passwordHash,
    sessionVersion: sessionVersion + 1,
    accessToken: null,
    accessTokenHash: null,
  };
}
