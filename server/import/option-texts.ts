import type { EntityManager } from 'typeorm';
import { builtInPrices } from '../billing/prices/prices.service.js';
import {
  defaultText,
  isOptionKey,
  optionDeclarations,
  type OptionKey,
  type OptionValue,
} from '../contract/options/index.js';
import type { Vault } from '../core/crypto.js';
import { OptionsRepository } from '../options/options.repository.js';
import type { OptionReader } from '../options/options.service.js';
import { parseOption, validated } from '../options/validate.js';

/** Options as a transaction sees them, also those that it has just stored. */
export class OptionTexts implements OptionReader {
  private constructor(private readonly stored: ReadonlyMap<string, string>) {}

  static async read(db: EntityManager, vault: Vault): Promise<OptionTexts> {
    const keys = Object.keys(optionDeclarations).filter(isOptionKey);
    const rows = await new OptionsRepository(db.connection).withKeys(db, keys);
    const stored = new Map<string, string>();
    for (const { key, value } of rows)
      if (isOptionKey(key))
        stored.set(key, optionDeclarations[key].kind === 'secret' ? vault.open(value) : value);
    return new OptionTexts(stored);
  }

  /** Those of another installation. @param stored without secrets */
  static of(stored: ReadonlyMap<string, string>): OptionTexts {
    return new OptionTexts(stored);
  }

  /** With other texts for some keys, which are valid. */
  with(changes: Readonly<Partial<Record<OptionKey, string>>>): OptionTexts {
    return new OptionTexts(new Map([...this.stored, ...Object.entries(changes)]));
  }

  /** The table that applies until another one is stored. */
  builtIn(
    key: 'ModelRatio' | 'ModelPrice' | 'CompletionRatio' | 'CacheRatio',
  ): Readonly<Record<string, number>> {
    return builtInPrices[key];
  }

  isSet(key: OptionKey): boolean {
    return this.stored.has(key);
  }

  text(key: OptionKey): string {
    return this.stored.get(key) ?? defaultOf(key);
  }

  get<K extends OptionKey>(key: K): OptionValue<K> {
    // One that was edited by hand counts as not stored, as in a server.
    let text = this.text(key);
    try {
      text = validated(key, text);
    } catch {
      text = defaultOf(key);
    }
    return parseOption(optionDeclarations[key], text) as OptionValue<K>;
  }
}

function defaultOf(key: OptionKey): string {
  const table = (builtInPrices as Readonly<Partial<Record<OptionKey, object>>>)[key];
  return table ? JSON.stringify(table) : defaultText(optionDeclarations[key]);
}
