import { randomInt } from 'node:crypto';

/** Digits and letters that cannot be mistaken for each other. */
const ALPHABET = '23456789abcdefghijkmnpqrstuvwxyz';
/** 50 bits: guesses are throttled, and hashed as slowly as passwords. */
const LENGTH = 10;
/** Codes that an account gets at once. */
export const RECOVERY_CODES = 10;

/** New codes, written as `xxxxx-xxxxx`. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newCode());
  return [...codes];
}

/** A code as it is hashed, however it was typed. */
export function plainRecoveryCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[^0-9a-z]/g, '');
}

function newCode(): string {
  const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${characters.slice(0, LENGTH / 2).join('')}-${characters.slice(LENGTH / 2).join('')}`;
}
