/**
 * Every error code of the API with its HTTP status and the parameters of its texts. Codes are part of the API: clients
 * compare them, so they do not change. The texts are in `zh/` and `en/`.
 */
import type { Failure, ParamKinds, ParamTypes } from './failure.js';
import { managementErrors } from './management-codes.js';
import { relayErrors } from './relay-codes.js';

export const errorCodes = { ...managementErrors, ...relayErrors } as const;

export type ManagementErrorCode = keyof typeof managementErrors;
export type RelayErrorCode = keyof typeof relayErrors;
export type ErrorCode = keyof typeof errorCodes;

/** Names and types of the parameters of a code. */
export type ErrorParams<C extends ErrorCode> = {
  readonly [
    P in keyof (typeof errorCodes)[C]['params']
  ]: (typeof errorCodes)[C]['params'][P] extends keyof ParamTypes
    ? ParamTypes[(typeof errorCodes)[C]['params'][P]]
    : never;
};

/** Codes whose texts have no parameters. */
export type PlainErrorCode = {
  [C in ErrorCode]: keyof ErrorParams<C> extends never ? C : never;
}[ErrorCode];
export type ParameterizedErrorCode = Exclude<ErrorCode, PlainErrorCode>;

/** @returns false for texts that are no code without parameters, such as a message of a validation library */
export function isPlainErrorCode(text: string): text is PlainErrorCode {
  const codes: Readonly<Record<string, Failure<ParamKinds>>> = errorCodes;
  const found = Object.hasOwn(codes, text) ? codes[text] : undefined;
  return found !== undefined && Object.keys(found.params).length === 0;
}
