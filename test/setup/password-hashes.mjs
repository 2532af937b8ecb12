/**
 * Remembers hashes and successful checks of passwords for all files of a thread. Every application hashes the password of the
 * first account, and every sign-in checks one: 19 MiB and two iterations each, as in production. A wrong password is checked anew,
 * so it takes its time.
 */
import { createRequire } from 'node:module';

// Its module object, before the application takes the functions from it.
const argon2 = createRequire(import.meta.url)('@node-rs/argon2');
const { hash, verify } = argon2;
/** @type {Map<string, Promise<string>>} */
const hashes = new Map();
/** @type {Set<string>} */
const matches = new Set();

argon2.hash = (password, options) => {
  const key = JSON.stringify([password, options]);
  const known = hashes.get(key) ?? hash(password, options);
  hashes.set(key, known);
  return known;
};

argon2.verify = async (stored, password) => {
  const key = JSON.stringify([stored, password]);
  if (matches.has(key)) return true;
  const isMatch = await verify(stored, password);
  if (isMatch) matches.add(key);
  return isMatch;
};
