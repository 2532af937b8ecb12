import type { Logger } from '@nestjs/common';
import { optionDeclarations, type OptionKey } from '../contract/options/index.js';
import type { Vault } from '../core/crypto.js';
import { validated } from './validate.js';

/** Reads stored values. Rows that were valid are kept, because a large table of prices takes milliseconds to validate. */
export class ValidRows {
  /** Invalid rows that were already reported, with their value. */
  private readonly reported = new Map<string, string>();
  /** Rows that were valid when last read. */
  private readonly rows = new Map<OptionKey, { value: string; text: string }>();

  constructor(
    private readonly vault: Vault,
    private readonly logger: Logger,
  ) {}

  /**
   * The decrypted text of a stored value. One that cannot be used (edited by hand, encrypted with a lost secret) counts as not
   * stored and is reported once.
   */
  textOf(key: OptionKey, value: string): string | undefined {
    const valid = this.rows.get(key);
    if (valid?.value === value) return valid.text;
    try {
      const text = validated(key, optionDeclarations[key].kind === 'secret' ? this.vault.open(value) : value);
      this.rows.set(key, { value, text });
      return text;
    } catch (error) {
      if (this.reported.get(key) !== value) {
        this.reported.set(key, value);
        this.logger.error(`option ${key} is stored with a value that cannot be used: ${String(error)}`);
      }
      return undefined;
    }
  }
}
