import { Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { EntityManager } from 'typeorm';
import type { Vault } from '../core/crypto.js';
import type { EventBus } from '../core/redis/events.js';
import {
  defaultText,
  isOptionKey,
  optionDeclarations,
  optionKeys,
  type OptionKey,
  type OptionValue,
} from '../contract/options/index.js';
import type { OptionsRepository } from './options.repository.js';
import { ValidRows } from './valid-rows.js';
import { parseOption } from './validate.js';

/** Interval that repairs a missed event. */
const REREAD_MS = 60_000;

/** Serialized once, because `text` is called with every read of an option. */
const defaultTexts: ReadonlyMap<OptionKey, string> = new Map(
  optionKeys.map((key) => [key, defaultText(optionDeclarations[key])]),
);

/** Reads the current value of an option. Pass the key as a literal: a test finds the readers of every option by it. */
export type OptionReader = Pick<OptionsService, 'get'>;

type ChangeListener = (changed: readonly OptionKey[]) => void;

/**
 * All options of the gateway, cached in memory. A change (options-editor.ts) is published to every process, and each reloads the
 * table on that event, after a lost connection, and once a minute.
 */
export class OptionsService {
  private readonly logger = new Logger('Options');
  /** Stored values, decrypted and valid; replaced as a whole, never changed in place. */
  private stored: ReadonlyMap<OptionKey, string> = new Map();
  private readonly builtIn = new Map<OptionKey, string>();
  private readonly parsed = new Map<OptionKey, { text: string; value: unknown }>();
  private readonly listeners: { keys: ReadonlySet<OptionKey>; listener: ChangeListener }[] = [];
  private readonly valid: ValidRows;
  private reading: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;

  constructor(
    private readonly rows: OptionsRepository,
    vault: Vault,
    private readonly events: EventBus,
  ) {
    this.valid = new ValidRows(vault, this.logger);
  }

  /** Reads the table for the first time and keeps the cache up to date. */
  async start(): Promise<void> {
    const again = () => void this.reread();
    // Subscribed before the first read, so that changes during it cause another read.
    this.events.on('option.changed', again);
    this.events.onConnection('back', again);
    await this.reload();
  }

  /** Reads the table again; a failure is logged and leaves the last values. */
  @Interval('options.reread', REREAD_MS)
  async reread(): Promise<void> {
    await this.reload().catch((error: unknown) => this.logger.warn(`not re-read: ${String(error)}`));
  }

  /** The effective value as text, as in the table and in the API. Code that uses an option calls `get`. */
  text(key: OptionKey): string {
    return this.stored.get(key) ?? this.defaultOf(key);
  }

  /** The value without a stored one, as text. */
  defaultOf(key: OptionKey): string {
    return this.builtIn.get(key) ?? defaultTexts.get(key) ?? '';
  }

  /** The effective value with the type that follows from its declaration; parsed once per change. */
  get<K extends OptionKey>(key: K): OptionValue<K> {
    const text = this.text(key);
    let parsed = this.parsed.get(key);
    if (parsed?.text !== text) {
      parsed = { text, value: parseOption(optionDeclarations[key], text) };
      this.parsed.set(key, parsed);
    }
    // `OptionValue` and `parseOption` both follow the kind of the declaration.
    return parsed.value as OptionValue<K>;
  }

  /** Reads these valid texts instead of the current ones. */
  readerWith(texts: ReadonlyMap<OptionKey, string>): OptionReader {
    return {
      get: <K extends OptionKey>(key: K) => {
        const text = texts.get(key);
        if (text === undefined) return this.get(key);
        return parseOption(optionDeclarations[key], text) as OptionValue<K>;
      },
    };
  }

  /**
   * Computes a value now and again after every change of an option that the computation read.
   * @param onChange called after the value has changed
   */
  derive<T>(compute: (options: OptionReader) => T, onChange?: () => void): { readonly current: T } {
    const keys = new Set<OptionKey>();
    const reader: OptionReader = {
      get: (key) => {
        keys.add(key);
        return this.get(key);
      },
    };
    const derived = { current: compute(reader) };
    this.listeners.push({
      keys,
      listener: () => {
        derived.current = compute(reader);
        onChange?.();
      },
    });
    return derived;
  }

  /** Sets the default of an option whose table belongs to another feature. Call it while the application starts. */
  registerDefault(key: OptionKey, read: () => string): void {
    this.builtIn.set(key, read());
  }

  /** Calls back after any of these options has changed, in any process. */
  onChange(keys: readonly OptionKey[], listener: ChangeListener): void {
    this.listeners.push({ keys: new Set(keys), listener });
  }

  /** Options that only super administrators may change. */
  rootKeys(): readonly OptionKey[] {
    return optionKeys.filter((key) => optionDeclarations[key].root === true);
  }

  /** Secrets that have a value. */
  storedSecrets(): readonly OptionKey[] {
    return optionKeys.filter((key) => optionDeclarations[key].kind === 'secret' && this.text(key) !== '');
  }

  /** Every option except secrets, by key. */
  list(): { key: string; value: string }[] {
    return optionKeys
      .filter((key) => optionDeclarations[key].kind !== 'secret')
      .map((key) => ({ key, value: this.text(key) }));
  }

  /** Current values as the transaction sees them. */
  async textsIn(manager: EntityManager, keys: readonly OptionKey[]): Promise<Map<OptionKey, string>> {
    const rows = await this.rows.withKeys(manager, keys);
    const stored = new Map(rows.map(({ key, value }) => [key, value]));
    return new Map(
      keys.map((key) => {
        const value = stored.get(key);
        return [
          key,
          (value === undefined ? undefined : this.valid.textOf(key, value)) ?? this.defaultOf(key),
        ];
      }),
    );
  }

  /**
   * Reads the table again. A call during a read causes one more, because the running one may have missed the change; calls
   * that wait for it share it, and its error.
   * @throws AggregateError if a feature cannot use a changed value; the values are read all the same
   */
  reload(): Promise<void> {
    if (this.next) return this.next;
    this.next = this.reading
      .catch(() => undefined)
      .then(() => {
        this.next = undefined;
        return this.read();
      });
    this.reading = this.next;
    return this.next;
  }

  /** For tests: resolves when all reloads requested so far are done, without requesting one. */
  async reloaded(): Promise<void> {
    await this.reading;
  }

  private async read(): Promise<void> {
    const rows = await this.rows.all();
    const next = new Map<OptionKey, string>();
    for (const { key, value } of rows) {
      if (!isOptionKey(key)) continue;
      const valid = this.valid.textOf(key, value);
      if (valid !== undefined) next.set(key, valid);
    }
    const before = this.stored;
    const changed = optionKeys.filter((key) => before.get(key) !== next.get(key));
    this.stored = next;
    const failures: unknown[] = [];
    for (const { keys, listener } of this.listeners) {
      const theirs = changed.filter((key) => keys.has(key));
      if (theirs.length === 0) continue;
      // One feature that cannot use a value must not keep the others from theirs.
      try {
        listener(theirs);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `options ${changed.join(', ')} cannot be used`);
  }
}
