import { hash, verify } from '@node-rs/argon2';
import bcrypt from 'bcryptjs';
import { assertUncommon } from './common-passwords.js';
import type { User } from '../user.entity.js';

/**
 * OWASP's second recommended setting for argon2id, which is the library's default algorithm: 19 MiB, two iterations,
 * parallelism 1.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const BCRYPT = /^\$2[aby]\$/;

/**
 * Hashes a password chosen by a user.
 * @param names names of the account and of the site, which are no passwords (`siteNames`)
 * @throws ApiError password_too_common
 */
export async function hashChosenPassword(password: string, names: readonly string[]): Promise<string> {
  await assertUncommon(password, names);
  return hashPassword(password);
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/**
 * True if the password matches the hash. An empty password never matches, and an account without a password accepts
 * none.
 */
export async function passwordMatches(stored: string, password: string): Promise<boolean> {
  if (stored === '' || password === '') return false;
  if (BCRYPT.test(stored)) return bcrypt.compare(password, stored);
  return stored.startsWith('$argon2') ? verify(stored, password) : false;
}

/** True for hashes of imported accounts; they are replaced at the next sign-in, when the password is available. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith('$argon2id$v=19$m=19456,t=2,p=1$');
}

/** Takes as long as a real check, so that the response time does not reveal whether a name exists. */
export async function pretendToCheck(password: string): Promise<void> {
  decoy ??= hashPassword('nobody has this password');
  await verify(await decoy, password);
}
let decoy: Promise<string> | undefined;

/** Columns that change with a password. Sessions and the system access token end too, since others may have them. */
export function withNewPassword({ sessionVersion }: Pick<User, 'sessionVersion'>, passwordHash: string) {
  return {
    password: passwordHash,
    sessionVersion: sessionVersion + 1,
    accessToken: null,
    accessTokenHash: null,
  };
}
