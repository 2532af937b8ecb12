import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ChannelStatus } from '../contract/enums.js';
import { assertUnchangedSince } from '../core/concurrent-edit.js';
import { Vault } from '../core/crypto.js';
import type { Page } from '../core/http/paging.js';
import { EventBus } from '../core/redis/events.js';
import { ApiError } from '../contract/errors/api-error.js';
import { definitionOf } from '../dialects/providers/registry.js';
import { Notices } from '../notifications/notices.js';
import { AbilitiesRepository } from './abilities.repository.js';
import { channelResponseOf } from './channel-response.js';
import { ChannelAudit, numbers, touched, type ChannelActor } from './channel-audit.js';
import { ChannelRegistry } from './channel-registry.js';
import { checkDestination, type Destination } from './channel-destination.js';
import { KeyReferences } from './key-references/key-references.service.js';
import { referenceLines } from './key-references/reference-lines.js';
import { withDisabledReason, withoutDisabledKeys, withoutDisabledReason } from './keys/channel-keys.js';
import {
  checkKeyForm,
  checkKeys,
  checkServed,
  columnsOf,
  completeOther,
  splitKeys,
  type ChannelColumns,
} from './channel-form.js';
import { noticeDisabled } from './channel-notices.js';
import { ChannelListsRepository, type Found, type Listing, type Search } from './channel-lists.repository.js';
import type { Channel } from './channel.entity.js';
import { ChannelsRepository } from './channels.repository.js';
import type {
  ChannelResponse,
  CreateChannelRequest,
  UpdateChannelRequest,
} from '../contract/resources/channels/channel.js';
import { storedText } from '../contract/stored-texts/catalogue.js';

const MAX_REASON_LENGTH = 500;
/** Maximum channels created from one form; they are inserted in one statement. */
const MAX_KEYS = 1000;

/** Channels and the abilities derived from them. Every write is one transaction, followed by an event to all processes. */
@Injectable()
export class ChannelsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly channels: ChannelsRepository,
    private readonly lists: ChannelListsRepository,
    private readonly abilities: AbilitiesRepository,
    private readonly vault: Vault,
    private readonly events: EventBus,
    private readonly directory: ChannelRegistry,
    private readonly audit: ChannelAudit,
    private readonly notices: Notices,
    private readonly references: KeyReferences,
  ) {}

  async list(page: Page, listing: Listing): Promise<Found> {
    return this.withReferences(await this.lists.list(page, listing));
  }

  async search(search: Search): Promise<Found> {
    const holders = this.directory.withKey(search.keyword);
    return this.withReferences(await this.lists.search(search, holders));
  }

  async get(id: number): Promise<ChannelResponse> {
    return { ...channelResponseOf(await this.find(undefined, id)), ...this.referencesOf(id) };
  }

  private withReferences(found: Found): Found {
    return { ...found, items: found.items.map((item) => ({ ...item, ...this.referencesOf(item.id) })) };
  }

  private referencesOf(id: number): Pick<ChannelResponse, 'key_references'> {
    return { key_references: this.references.shown(this.directory.get(id)?.keyReferences ?? []) };
  }

  /**
   * Creates one channel per line of the key. With `copy_from`, omitted fields are copied from that channel.
   * @returns their ids, in the order of the lines
   */
  async create(actor: ChannelActor, form: CreateChannelRequest): Promise<number[]> {
    const columns = columnsOf(form);
    await this.checkReferences(actor, columns.type, columns.key);
    const ids = await this.dataSource.transaction(async (manager) => {
      const source = form.copy_from === undefined ? {} : await this.copied(manager, form.copy_from);
      const { key = '', ...rest } = { ...source, ...columns };
      if (form.copy_from !== undefined)
        checkDestination(actor, destinationOf(source), destinationOf(rest), columns.key);
      const { type = 0, name = '', models = '', other = '' } = rest;
      const keys = splitKeys(type, key, rest.setting);
      if (name === '' || keys.length === 0) throw new ApiError('channel_incomplete');
      if (keys.length > MAX_KEYS) throw new ApiError('channel_keys_too_many', { most: MAX_KEYS });
      if (models === '') throw new ApiError('channel_without_models');
      checkServed(type);
      checkKeys(type, keys, rest.setting);
      const shared = {
        ...rest,
        other: completeOther({ type, other }),
        status: form.status === ChannelStatus.disabled ? ChannelStatus.disabled : ChannelStatus.enabled,
        createdTime: Math.floor(Date.now() / 1000),
      };
      const rows = keys.map((one) => ({ ...shared, key: this.vault.seal(one) }));
      const newIds = await this.channels.insert(manager, rows);
      await this.abilities.rebuild(manager, newIds);
      await this.audit.write(manager, actor, storedText('channel_created', { name, ids: numbers(newIds) }));
      return newIds;
    });
    await this.changed(ids);
    return ids;
  }

  /**
   * Updates a channel; omitted fields keep their values. Enabling by hand clears the reason why it was disabled.
   * @throws ApiError channel_not_found, changed_meanwhile, and what the type refuses
   */
  async update(actor: ChannelActor, form: UpdateChannelRequest): Promise<ChannelResponse> {
    const { key, ...columns } = columnsOf(form);
    await this.checkReferences(actor, columns.type, key);
    const channel = await this.dataSource.transaction(async (manager) => {
      const before = await this.channels.lock(manager, form.id);
      if (!before) throw new ApiError('channel_not_found');
      assertUnchangedSince(channelResponseOf(before), form, form.before);
      const type = columns.type ?? before.type;
      if (type !== before.type) checkServed(type);
      if (key !== undefined && splitKeys(type, key, columns.setting ?? before.setting).length > 1)
        throw new ApiError('channel_single_key_only');
      if (key !== undefined) checkKeys(type, [key], columns.setting ?? before.setting);
      const { baseUrl, setting } = before;
      checkDestination(actor, before, { type, baseUrl, setting, ...columns }, key);
      const other = completeOther({ type, other: columns.other ?? before.other });
      const changes = differences(before, {
        ...columns,
        other,
        ...statusChange(before, form.status ?? undefined),
        otherInfo: infoAfter(before, {
          enabled: form.status === ChannelStatus.enabled,
          newKeys: key !== undefined,
        }),
        ...(key !== undefined && { key: this.vault.seal(key) }),
      });
      const changed = Object.keys(changes);
      if (changed.length > 0) {
        await this.channels.update(manager, form.id, changes);
        await this.abilities.rebuild(manager, [form.id]);
        const what = storedText('channel_changed', {
          name: before.name,
          id: `#${form.id}`,
          fields: changed.join(', '),
        });
        await this.audit.write(manager, actor, what, { before: touched(before, changed), after: changes });
      }
      return this.find(manager, form.id);
    });
    await this.changed([form.id]);
    return { ...channelResponseOf(channel), ...this.referencesOf(form.id) };
  }

  /** @returns the number of deleted channels; their abilities are deleted with them */
  remove(actor: ChannelActor, ids: readonly number[]): Promise<number> {
    return this.removeAll(actor, { ids });
  }

  /** Removes all channels disabled by hand or automatically. */
  removeDisabled(actor: ChannelActor): Promise<number> {
    return this.removeAll(actor, { statuses: [ChannelStatus.disabled, ChannelStatus.autoDisabled] });
  }

  private async removeAll(
    actor: ChannelActor,
    which: Parameters<ChannelsRepository['lockIds']>[1],
  ): Promise<number> {
    const ids = await this.dataSource.transaction(async (manager) => {
      const found = await this.channels.lockIds(manager, which);
      if (found.length === 0) return found;
      await this.channels.remove(manager, found);
      await this.audit.write(manager, actor, storedText('channels_deleted', { ids: numbers(found) }));
      return found;
    });
    if (ids.length > 0) await this.changed(ids);
    return ids.length;
  }

  /** Rebuilds all abilities. @returns the number of channels */
  async fix(actor: ChannelActor): Promise<number> {
    const count = await this.dataSource.transaction(async (manager) => {
      const channels = await this.abilities.rebuildAll(manager);
      await this.audit.write(manager, actor, storedText('abilities_rebuilt', { count: channels }));
      return channels;
    });
    await this.changed([]);
    return count;
  }

  /**
   * Disables a broken channel, records the reason and notifies the super administrator, unless its status has changed
   * meanwhile.
   * @returns whether this call disabled it
   */
  async markAutoDisabled(id: number, reason: string): Promise<boolean> {
    const shortReason = reason.slice(0, MAX_REASON_LENGTH);
    const done = await this.dataSource.transaction(async (manager) => {
      const channel = await this.channels.lock(manager, id, ChannelStatus.enabled);
      if (!channel) return false;
      const otherInfo = withDisabledReason(channel.otherInfo, shortReason, Math.floor(Date.now() / 1000));
      await this.channels.update(manager, id, { status: ChannelStatus.autoDisabled, otherInfo });
      await this.abilities.rebuild(manager, [id]);
      await noticeDisabled(this.notices, manager, await this.find(manager, id), shortReason);
      return true;
    });
    if (done) await this.changed([id]);
    return done;
  }

  private async find(manager: EntityManager | undefined, id: number): Promise<Channel> {
    const channel = await this.channels.find(manager, id);
    if (!channel) throw new ApiError('channel_not_found');
    return channel;
  }

  /** The columns that a copy takes over: everything a form can set, with the key decrypted. */
  private async copied(manager: EntityManager, id: number): Promise<ChannelColumns> {
    const { key, ...columns } = await this.find(manager, id);
    return { ...formColumns(columns), key: this.vault.open(key) };
  }

  /**
   * Reads the references in a key, before a transaction is open.
   * @throws ApiError of `KeyReferences.entered`, and for values of another form than the type has
   */
  private async checkReferences(
    actor: ChannelActor,
    type: number | undefined,
    key: string | undefined,
  ): Promise<void> {
    const references = referenceLines(key ?? '').map(({ reference }) => reference);
    const values = await this.references.entered(actor, references);
    if (type !== undefined) checkKeyForm(definitionOf(type)?.form, values);
  }

  private async changed(ids: number[]): Promise<void> {
    await this.events.publish('channel.changed', { ids });
    // Other processes get the event; this one refreshes before it responds, so that the change is in effect.
    await this.directory.refresh();
  }
}

/** @throws ApiError for statuses that cannot be set by hand; the current status is not a change */
function statusChange(channel: Channel, status: number | undefined): Partial<Channel> {
  if (status === undefined || status === channel.status) return {};
  if (status === ChannelStatus.enabled || status === ChannelStatus.disabled) return { status };
  throw new ApiError('invalid_parameters');
}

/** `other_info` after an edit: enabling removes the reason of the disabling, and new keys are not disabled. */
function infoAfter(
  { status, otherInfo }: Channel,
  { enabled, newKeys }: { enabled: boolean; newKeys: boolean },
): string {
  const remaining = newKeys ? withoutDisabledKeys(otherInfo) : otherInfo;
  return enabled && status !== ChannelStatus.enabled ? withoutDisabledReason(remaining) : remaining;
}

/** The columns whose values differ. */
function differences(before: Channel, target: Partial<Channel>): Partial<Channel> {
  const changed = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(before)) if (changed.get(name) === value) changed.delete(name);
  return Object.fromEntries(changed);
}

function formColumns(channel: Omit<Channel, 'key'>): Omit<ChannelColumns, 'key'> {
  return {
    type: channel.type,
    openaiOrganization: channel.openaiOrganization,
    testModel: channel.testModel,
    name: channel.name,
    weight: channel.weight,
    baseUrl: channel.baseUrl,
    other: channel.other,
    models: channel.models,
    group: channel.group,
    modelMapping: channel.modelMapping,
    statusCodeMapping: channel.statusCodeMapping,
    priority: channel.priority,
    autoBan: channel.autoBan,
    tag: channel.tag,
    setting: channel.setting,
    paramOverride: channel.paramOverride,
    maxInputTokens: channel.maxInputTokens,
  };
}

function destinationOf({ type = 0, baseUrl = '', setting = null }: ChannelColumns): Destination {
  return { type, baseUrl, setting };
}
