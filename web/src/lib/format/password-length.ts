import { PASSWORD_LENGTH } from '#contract/limits';

/** Whether a new password has an accepted length; characters are counted as the server does. */
export function isPasswordLength(password: string): boolean {
  const { length } = Array.from(password);
  return length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max;
}
