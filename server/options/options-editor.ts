import type { DataSource, EntityManager } from 'typeorm';
import { Role } from '../contract/enums.js';
import { ApiError } from '../contract/errors/api-error.js';
import type { BooleanOption } from '../contract/options/declaration.js';
import {
  isOptionKey,
  isSensitiveOption,
  optionDeclarations,
  type OptionKey,
} from '../contract/options/index.js';
import { assertUnchangedSince } from '../core/concurrent-edit.js';
import type { Vault } from '../core/crypto.js';
import type { EventBus } from '../core/redis/events.js';
import { refuseOwnApi } from './image-address.js';
import type { OptionActor, OptionSave, SaveTerms } from './option-change.js';
import type { OptionsRepository } from './options.repository.js';
import type { OptionsService } from './options.service.js';
import { textOf, validated } from './validate.js';

type SaveHook = (save: OptionSave, manager: EntityManager) => Promise<void>;
type Texts = ReadonlyMap<OptionKey, string>;

/** Changes options: checks who may, writes them with what other features record of it, and tells every process. */
export class OptionsEditor {
  private readonly saveHooks: SaveHook[] = [];

  constructor(
    private readonly options: OptionsService,
    private readonly database: DataSource,
    private readonly rows: OptionsRepository,
    private readonly vault: Vault,
    private readonly events: EventBus,
  ) {}

  /** Registers a function that runs inside the transaction of every change, to record it. */
  onSave(hook: SaveHook): void {
    this.saveHooks.push(hook);
  }

  /**
   * Whether the actor may make this change but has to confirm it before. Values that are stored already, and empty fields of
   * secrets, change nothing.
   */
  isSensitiveChange(actor: OptionActor, key: string, value: unknown): boolean {
    if (!isOptionKey(key) || !isSensitiveOption(key)) return false;
    const { root, kind } = optionDeclarations[key];
    if (root === true && actor.role < Role.root) return false;
    return kind === 'secret' ? value !== undefined : textOf(value ?? '') !== this.options.text(key);
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
    if (declaration.kind === 'image') refuseOwnApi(text, this.options.text('ServerAddress'));
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
   * @param revise returns the new texts of the options that change, from the current ones, which no other transaction changes meanwhile. A text
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
      for (const [key, text] of after)
        (text === this.options.defaultOf(key) ? defaults : others).set(key, text);
      for (const key of defaults.keys()) await this.rows.remove(manager, key);
      if (others.size > 0)
        await this.rows.store(
          manager,
          [...others].map(([key, value]) => ({ key, value })),
        );
      return after;
    });
  }

  /** Resets an option to its default. */
  async reset(actor: OptionActor, key: OptionKey, terms: SaveTerms = {}): Promise<void> {
    await this.change(actor, [key], terms, async (manager) => {
      await this.rows.remove(manager, key);
      return new Map([[key, this.options.defaultOf(key)]]);
    });
  }

  /** @throws ApiError if the option that this switch needs is empty */
  private assertNeeds({ needs }: BooleanOption): void {
    if (needs === undefined || !isOptionKey(needs.option)) return;
    if (this.options.text(needs.option).trim() === '') throw new ApiError(needs.error);
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
      await this.options.reload();
    } finally {
      // The change is committed: other processes must read it, whatever a feature of this one could not use.
      await this.events.publish('option.changed', { keys: changed });
    }
    return true;
  }

  /** The current values, which no other process changes until the transaction ends. */
  private async lockedTexts(manager: EntityManager, keys: readonly OptionKey[]): Promise<Texts> {
    // In one order, or two changes of several options could wait for each other.
    for (const key of keys.toSorted()) await this.rows.lock(manager, key);
    return this.options.textsIn(manager, keys);
  }
}

/** The console loads such a text as a page in a frame. */
function isAddress(text: string): boolean {
  return /^\s*https?:\/\//i.test(text);
}
