import type { InputRule } from './rules.js';

/** Types of parameters by the name used in the table. */
export interface ParamTypes {
  string: string;
  number: number;
  rule: InputRule;
}
export type ParamKinds = Readonly<Record<string, keyof ParamTypes>>;

/** An error code in the table. */
export interface Failure<P extends ParamKinds> {
  /** HTTP status. 200 = a management error that only the envelope reports, with `success: false`. */
  readonly status: number;
  readonly params: P;
}

/**
 * Every caller that raises the error must pass the parameters. Texts contain them as `{name}`; clients also get those that
 * no text contains.
 */
export function failure<const P extends ParamKinds = Record<never, never>>(
  status: number,
  params?: P,
): Failure<P>;
export function failure(status: number, params: ParamKinds = {}): Failure<ParamKinds> {
  return { status, params };
}
