import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import { EventBus } from '../core/redis/events.js';
import { rebuildAbilities } from './abilities.js';
import { ChannelDirectory } from './channel-directory.js';
import { columnsOf, type ChannelColumns } from './channel-form.js';
import { Channel } from './channel.entity.js';
import type { UpdateTag } from './channel.schema.js';

const ENABLED = 1;
const DISABLED = 2;

/** Edits of all channels that carry a tag. */
@Injectable()
export class ChannelTagsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly events: EventBus,
    private readonly directory: ChannelDirectory,
  ) {}

  /** Puts a tag on channels, or takes it away. @returns how many channels there were */
  assign(ids: readonly number[], tag: string | null | undefined): Promise<number> {
    const wanted = tag?.trim() || null;
    return this.change((manager) => lock(manager, { id: In([...ids]) }), { tag: wanted });
  }

  /** Empty and absent fields change nothing, except that an empty `new_tag` takes the tag away. */
  async edit({ tag, new_tag: newTag, groups, ...form }: UpdateTag): Promise<void> {
    const columns = columnsOf({
      models: form.models,
      group: groups,
      model_mapping: form.model_mapping || undefined,
      priority: form.priority,
      weight: form.weight,
      tag: newTag,
    });
    if (Object.keys(columns).length > 0) await this.change((manager) => lock(manager, { tag }), columns);
  }

  async enable(tag: string): Promise<void> {
    await this.change((manager) => lock(manager, { tag }), { status: ENABLED, otherInfo: '' });
  }

  async disable(tag: string): Promise<void> {
    await this.change((manager) => lock(manager, { tag }), { status: DISABLED });
  }

  private async change(
    pick: (manager: EntityManager) => Promise<number[]>,
    columns: ChannelColumns & Partial<Pick<Channel, 'status' | 'otherInfo'>>,
  ): Promise<number> {
    const ids = await this.dataSource.transaction(async (manager) => {
      const picked = await pick(manager);
      if (picked.length === 0) return picked;
      await manager.update(Channel, { id: In(picked) }, columns);
      await rebuildAbilities(manager, picked);
      return picked;
    });
    if (ids.length === 0) return 0;
    await this.events.publish('channel.changed', { ids });
    await this.directory.refresh();
    return ids.length;
  }
}

/** In the order of ids, so that two such edits wait for each other instead of locking each other out. */
async function lock(manager: EntityManager, where: object): Promise<number[]> {
  const channels = await manager.find(Channel, {
    select: { id: true },
    where,
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  return channels.map(({ id }) => id);
}
