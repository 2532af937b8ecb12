import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import { Vault } from '../core/crypto.js';
import type { Page } from '../core/http/paging.js';
import { EventBus } from '../core/redis/events.js';
import { Refusal } from '../core/refusal.js';
import { rebuildAbilities, rebuildAllAbilities } from './abilities.js';
import { channelAnswer, type ChannelAnswer } from './channel-answer.js';
import { ChannelDirectory } from './channel-directory.js';
import { columnsOf, completeOther, splitKeys, type ChannelColumns } from './channel-form.js';
import { listChannels, searchChannels, type Found, type Order, type Search } from './channel-query.js';
import { Channel } from './channel.entity.js';
import type { CreateChannel, UpdateChannel } from './channel.schema.js';

const ENABLED = 1;
const DISABLED = 2;
const AUTO_DISABLED = 3;
const LONGEST_REASON = 500;

/** Channels and the abilities derived from them. Every write is one transaction and is told to all processes after it. */
@Injectable()
export class ChannelsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly vault: Vault,
    private readonly events: EventBus,
    private readonly directory: ChannelDirectory,
  ) {}

  async list(page: Page, order: Order): Promise<{ items: ChannelAnswer[]; total: number }> {
    return answers(await listChannels(this.dataSource.manager, page, order));
  }

  async search(search: Search): Promise<{ items: ChannelAnswer[]; total: number }> {
    return answers(await searchChannels(this.dataSource.manager, this.vault, search));
  }

  async get(id: number): Promise<ChannelAnswer> {
    return channelAnswer(await this.find(this.dataSource.manager, id));
  }

  /** One channel per line of the key. With `copy_from`, what the form leaves out comes from that channel. */
  async create(form: CreateChannel): Promise<void> {
    const columns = columnsOf(form);
    const ids = await this.dataSource.transaction(async (manager) => {
      const source = form.copy_from === undefined ? {} : await this.copied(manager, form.copy_from);
      const { key = '', ...rest } = { ...source, ...columns };
      const { type = 0, name = '', models = '', other = '' } = rest;
      const keys = splitKeys(type, key);
      if (name === '' || keys.length === 0) throw new Refusal('channel_incomplete');
      if (models === '') throw new Refusal('channel_without_models');
      const shared = {
        ...rest,
        other: completeOther({ type, other }),
        status: form.status === DISABLED ? DISABLED : ENABLED,
        createdTime: Math.floor(Date.now() / 1000),
      };
      const made = await manager.insert(
        Channel,
        keys.map((one) => ({ ...shared, key: this.vault.seal(one) })),
      );
      const newIds = made.identifiers.map(({ id }: { id?: number }) => Number(id));
      await rebuildAbilities(manager, newIds);
      return newIds;
    });
    await this.changed(ids);
  }

  /** Absent fields stay as they are. Enabling by hand forgets why the channel was disabled. */
  async update(form: UpdateChannel): Promise<ChannelAnswer> {
    const { key, ...columns } = columnsOf(form);
    const channel = await this.dataSource.transaction(async (manager) => {
      const before = await this.find(manager, form.id, 'lock');
      const changes: Partial<Channel> = { ...columns, ...statusChange(before, form.status ?? undefined) };
      const other = completeOther({
        type: columns.type ?? before.type,
        other: columns.other ?? before.other,
      });
      if (other !== before.other) changes.other = other;
      if (key !== undefined) changes.key = this.vault.seal(key);
      if (Object.keys(changes).length > 0) await manager.update(Channel, { id: form.id }, changes);
      await rebuildAbilities(manager, [form.id]);
      return this.find(manager, form.id);
    });
    await this.changed([form.id]);
    return channelAnswer(channel);
  }

  /** @returns how many rows went; their abilities go with them */
  async remove(ids: readonly number[]): Promise<number> {
    const { affected } = await this.dataSource.manager.delete(Channel, { id: In([...ids]) });
    if (affected) await this.changed([...ids]);
    return affected ?? 0;
  }

  /** Removes what is disabled, by hand or automatically. */
  async removeDisabled(): Promise<number> {
    const { affected } = await this.dataSource.manager.delete(Channel, {
      status: In([DISABLED, AUTO_DISABLED]),
    });
    if (affected) await this.changed([]);
    return affected ?? 0;
  }

  /** Derives every ability anew. @returns the number of channels */
  async fix(): Promise<number> {
    const count = await this.dataSource.transaction(rebuildAllAbilities);
    await this.changed([]);
    return count;
  }

  /**
   * Takes a broken channel out of service and remembers why, unless somebody else has changed its status meanwhile.
   * @returns whether this call did it
   */
  async markAutoDisabled(id: number, reason: string): Promise<boolean> {
    const done = await this.dataSource.transaction(async (manager) => {
      const info = {
        status_reason: reason.slice(0, LONGEST_REASON),
        status_time: Math.floor(Date.now() / 1000),
      };
      const { affected } = await manager.update(
        Channel,
        { id, status: ENABLED },
        { status: AUTO_DISABLED, otherInfo: JSON.stringify(info) },
      );
      if (affected !== 1) return false;
      await rebuildAbilities(manager, [id]);
      return true;
    });
    if (done) await this.changed([id]);
    return done;
  }

  /** Remembers how long a test took, in whole milliseconds. Routing does not depend on it, so nobody is told. */
  async recordTest(id: number, milliseconds: number): Promise<void> {
    await this.dataSource.manager.update(
      Channel,
      { id },
      { responseTime: Math.round(milliseconds), testTime: Math.floor(Date.now() / 1000) },
    );
  }

  private async find(manager: EntityManager, id: number, lock?: 'lock'): Promise<Channel> {
    const channel = await manager.findOne(Channel, {
      where: { id },
      ...(lock && { lock: { mode: 'pessimistic_write' } }),
    });
    if (!channel) throw new Refusal('channel_not_found');
    return channel;
  }

  /** What a copy takes over: all that a form can set, the key opened. */
  private async copied(manager: EntityManager, id: number): Promise<ChannelColumns> {
    const { key, ...columns } = await this.find(manager, id);
    return { ...formColumns(columns), key: this.vault.open(key) };
  }

  private async changed(ids: number[]): Promise<void> {
    await this.events.publish('channel.changed', { ids });
    // The other processes hear of it; in this one the answer means that it is in force.
    await this.directory.refresh();
  }
}

function answers({ channels, total }: Found): { items: ChannelAnswer[]; total: number } {
  return { items: channels.map(channelAnswer), total };
}

/** @throws Refusal for any status a person cannot choose; the one the channel has is no change */
function statusChange(channel: Channel, status: number | undefined): Partial<Channel> {
  if (status === undefined || status === channel.status) return {};
  if (status === ENABLED) return { status, otherInfo: '' };
  if (status === DISABLED) return { status };
  throw new Refusal('invalid_parameters');
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
