import type { PricedParts, TokenClasses } from '../../../contract/usage.js';

/** What a request is charged for, as counted by the relay. */
export interface ChargedUsage extends Readonly<TokenClasses> {
  /** Service tier reported by the provider; undefined for standard service. */
  readonly serviceTier?: string | undefined;
  readonly more?: PricedParts | undefined;
}
