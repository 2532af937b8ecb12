import { Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { DataSource, EntityManager } from 'typeorm';
import { Role } from '../contract/enums.js';
import { assertUnchangedSince } from '../core/concurrent-edit.js';
import type { Vault } from '../core/crypto.js';
import type { EventBus } from '../core/redis/events.js';
import { ApiError } from '../contract/errors/api-error.js';
import type { BooleanOption } from '../contract/options/declaration.js';
import {
  defaultText,
  isOptionKey,
  optionDeclarations,
  optionKeys,
  type OptionKey,
  type OptionValue,
} from '../contract/options/index.js';
import { refuseOwnApi } from './image-address.js';
import type { OptionActor, OptionSave, SaveTerms } from './option-change.js';
import type { OptionsRepository } from './options.repository.js';
import { ValidRows } from './valid-rows.js';
import { parseOption, textOf, validated } from './validate.js';

/** Interval that repairs a missed event. */
const REREAD_MS = 60_000;

/** Serialized once, because `text` is called with every read of an option. */
const defaultTexts: ReadonlyMap<OptionKey, string> = new Map(
  optionKeys.map((key) => [key, defaultText(optionDeclarations[key])]),
);

/** Reads the current value of an option. Pass the key as a literal: a test finds the readers of every option by it. */
export type OptionReader = Pick<OptionsService, 'get'>;

type ChangeListener = (changed: readonly OptionKey[]) => void;
type SaveHook = (save: OptionSave, manager: EntityManager) => Promise<void>;
type Texts = ReadonlyMap<OptionKey, string>;

/**
 * All options of the gateway, cached in memory. A change is published to every process, and each reloads the table on that
 * event, after a lost connection, and once a minute.
 */
export class OptionsService {
  private readonly logger = new Logger('Options');
  /** Stored values, decrypted and valid; replaced as a whole, never changed in place. */
  private stored: ReadonlyMap<OptionKey, string> = new Map();
  private readonly builtIn = new Map<OptionKey, string>();
  private readonly parsed = new Map<OptionKey, { text: string; value: unknown }>();
  private readonly listeners: { keys: ReadonlySet<OptionKey>; listener: ChangeListener }[] = [];
  private readonly saveHooks: SaveHook[] = [];
  private readonly valid: ValidRows;
  private reading: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly rows: OptionsRepository,
    private readonly vault: Vault,
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

  /** Registers a function that runs inside the transaction of every change, to record it. */
  onSave(hook: SaveHook): void {
    this.saveHooks.push(hook);
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

  /**
   * Stores one value. Without a value a secret stays unchanged, because forms do not contain secrets; any other option
   * becomes ''.
   * @throws ApiError when the key is unknown, the value invalid, or the actor not allowed; changed_meanwhile
   */
  async save(actor: OptionActor, key: string, value: unknown, terms: SaveTerms = {}): Promise<void> {
    const { shown } = terms;
    if (!isOptionKey(key))
      throw new ApiError('option_unknown', { key: key.replace(/[^\w.-]/g, '?').slice(0, 64) });
    const declaration = optionDeclarations[key];
    const isRoot = actor.role >= Role.root;
    if (declaration.root === true && !isRoot) throw new ApiError('option_needs_root', { key });
    if (value === undefined && declaration.kind === 'secret') return;
    const text = validated(key, textOf(value ?? ''));
    if (declaration.kind === 'text' && declaration.editor === 'page' && !isRoot && isAddress(text))
      throw new ApiError('option_page_needs_root', { key });
    if (declaration.kind === 'image') refuseOwnApi(text, this.text('ServerAddress'));
    if (declaration.kind === 'boolean' && text === 'true') this.assertNeeds(declaration);
    const stored = declaration.kind === 'secret' && text !== '' ? this.vault.seal(text) : text;
    await this.change(actor, [key], terms, async (manager, before) => {
      if (shown !== undefined && declaration.kind !== 'secret')
        assertUnchangedSince({ [key]: before.get(key) }, { [key]: text }, { [key]: shown });
      await this.rows.store(manager, [{ key, value: stored }]);
      return new Map([[key, text]]);
    });
  }

  /**
   * Changes several options in one transaction, all of them or none. For features that change single entries of their tables;
   * none of the options may be a secret.
   * @param revise returns the new texts of the options that change, from the current ones, which nobody else changes meanwhile. A text
   * that is the default is not stored, so that the option follows the defaults of later releases again
   * @returns whether anything changed
   */
  async revise(
    actor: OptionActor,
    keys: readonly OptionKey[],
    revise: (current: Texts, manager: EntityManager) => Texts | Promise<Texts>,
    terms: SaveTerms = {},
  ): Promise<boolean> {
    return this.change(actor, keys, terms, async (manager, before) => {
      const after = new Map<OptionKey, string>();
      for (const [key, text] of await revise(before, manager)) after.set(key, validated(key, text));
      const [defaults, others] = [new Map<OptionKey, string>(), new Map<OptionKey, string>()];
      for (const [key, text] of after) (text === this.defaultOf(key) ? defaults : others).set(key, text);
      for (const key of defaults.keys()) await this.rows.remove(manager, key);
      if (others.size > 0)
        await this.rows.store(
          manager,
          [...others].map(([key, value]) => ({ key, value })),
        );
      return after;
    });
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

  /** The current values, which no other process changes until the transaction ends. */
  private async lockedTexts(manager: EntityManager, keys: readonly OptionKey[]): Promise<Texts> {
    // In one order, or two changes of several options could wait for each other.
    for (const key of keys.toSorted()) await this.rows.lock(manager, key);
    return this.textsIn(manager, keys);
  }

  /** @throws ApiError if the option that this switch needs is empty */
  private assertNeeds({ needs }: BooleanOption): void {
    if (needs === undefined || !isOptionKey(needs.option)) return;
    if (this.text(needs.option).trim() === '') throw new ApiError(needs.error);
  }

  /** Resets an option to its default. */
  async reset(actor: OptionActor, key: OptionKey, terms: SaveTerms = {}): Promise<void> {
    await this.change(actor, [key], terms, async (manager) => {
      await this.rows.remove(manager, key);
      return new Map([[key, this.defaultOf(key)]]);
    });
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

  /**
   * @param write stores the new values and returns them as text
   * @returns whether there were any
   */
  private async change(
    actor: OptionActor,
    keys: readonly OptionKey[],
    { confirmed, operation }: SaveTerms,
    write: (manager: EntityManager, before: Texts) => Promise<Texts>,
  ): Promise<boolean> {
    const changed = await this.database.transaction(async (manager) => {
      // What this process has in memory may be older.
      const before = await this.lockedTexts(manager, keys);
      const after = await write(manager, before);
      const changes = [...after].map(([key, text]) => {
        const isSecret = optionDeclarations[key].kind === 'secret';
        const shown = (value: string) => (isSecret && value !== '' ? '***' : value);
        return { key, before: shown(before.get(key) ?? ''), after: shown(text) };
      });
      const save: OptionSave = { actor, changes, isConfirmed: confirmed === true, operation };
      if (changes.length > 0) for (const hook of this.saveHooks) await hook(save, manager);
      return [...after.keys()];
    });
    if (changed.length === 0) return false;
    try {
      await this.reload();
    } finally {
      // The change is committed: other processes must read it, whatever a feature of this one could not use.
      await this.events.publish('option.changed', { keys: changed });
    }
    return true;
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

/** The console loads such a text as a page in a frame. */
function isAddress(text: string): boolean {
  return /^\s*https?:\/\//i.test(text);
}
