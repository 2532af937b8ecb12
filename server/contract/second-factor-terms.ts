/** Terms of second factors that forms use, too. Without imports, so that the sign-in page loads nothing else with them. */

/** Passkeys of one account. */
export const MAX_PASSKEYS = 10;
/** Characters of the name of a passkey. */
export const MAX_PASSKEY_NAME = 60;

/** Digits of a code of an authenticator app. */
export const CODE_DIGITS = 6;

/** Ways to take the second step of a sign-in. */
export const FACTOR_METHODS = ['code', 'recovery_code', 'passkey'] as const;
export type FactorMethod = (typeof FACTOR_METHODS)[number];
