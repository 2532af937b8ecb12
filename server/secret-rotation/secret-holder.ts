import type { Vault } from '../core/crypto.js';

/** Values by the id of the secret that they depend on. */
export type Dependents = ReadonlyMap<string, number>;

/** Stored values that depend on TOLLGATE_SECRET. Each kind is in `secretHolders`. */
export interface SecretHolder {
  /** What the values are, in reports. */
  readonly name: string;
  /**
   * Counts the values by secret.
   * @param oldest id of the secret of hashes that do not name one
   */
  count(oldest: string): Promise<Dependents>;
  /**
   * Makes values of former secrets depend on the current one, in short transactions. Values that another transaction has locked
   * stay, as do those that cannot be opened: a further call finds them.
   * @param report is called after each batch with the number of values in it
   * @returns the number of values
   */
  reseal?(vault: Vault, report: (values: number) => void): Promise<number>;
  /** For values that cannot be re-sealed, because their plain text is not stored. */
  readonly unsealable?: {
    /** What makes them depend on the current secret, and what ends that wait. */
    readonly remedy: string;
    /** Deletes those of other secrets. @returns their number */
    discard(current: string, oldest: string): Promise<number>;
  };
}

/** Ids of the secrets that are no longer current. */
export function formerKeyIds(vault: Vault): string[] {
  return vault.lookups.filter(({ isFormer }) => isFormer).map(({ keyId }) => keyId);
}
