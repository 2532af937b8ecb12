import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ChannelStatus } from '../../contract/enums.js';
import { EventBus } from '../../core/redis/events.js';
import { AbilitiesRepository } from '../abilities.repository.js';
import { ChannelAudit, numbers, touched, type ChannelActor } from '../channel-audit.js';
import { ChannelRegistry } from '../channel-registry.js';
import { columnsOf, type ChannelColumns } from '../channel-form.js';
import type { Channel } from '../channel.entity.js';
import { ChannelsRepository } from '../channels.repository.js';
import { withoutDisabledReason } from '../keys/channel-keys.js';
import type { UpdateChannelTagRequest } from '../../contract/resources/channels/channel.js';
import { storedText } from '../../contract/stored-texts/catalogue.js';
import type { StoredText } from '../../contract/stored-texts/stored-text.js';

type TagColumns = ChannelColumns & Partial<Pick<Channel, 'status'>>;
type Which = Readonly<{ ids: readonly number[] } | { tag: string }>;

/** Changes all channels with a tag. */
@Injectable()
export class ChannelTagsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly channels: ChannelsRepository,
    private readonly abilities: AbilitiesRepository,
    private readonly events: EventBus,
    private readonly directory: ChannelRegistry,
    private readonly audit: ChannelAudit,
  ) {}

  /** Sets or removes the tag of channels. @returns the number of channels */
  assign(actor: ChannelActor, ids: readonly number[], tag: string | null | undefined): Promise<number> {
    const newTag = tag?.trim() || null;
    const what = (channels: string) =>
      newTag === null
        ? storedText('channels_untagged', { ids: channels })
        : storedText('channels_tagged', { tag: newTag, ids: channels });
    return this.change(actor, what, { ids }, { tag: newTag });
  }

  /** Empty and absent fields change nothing, except that an empty `new_tag` removes the tag. */
  async edit(
    actor: ChannelActor,
    { tag, new_tag: newTag, groups, ...form }: UpdateChannelTagRequest,
  ): Promise<void> {
    const columns = columnsOf({
      models: form.models,
      group: groups,
      model_mapping: form.model_mapping || undefined,
      priority: form.priority,
      weight: form.weight,
      tag: newTag,
    });
    const names = Object.keys(columns);
    if (names.length > 0)
      await this.change(
        actor,
        (channels) => storedText('tagged_channels_changed', { tag, fields: names.join(', '), ids: channels }),
        { tag },
        columns,
      );
  }

  async enable(actor: ChannelActor, tag: string): Promise<void> {
    const what = (ids: string) => storedText('tagged_channels_enabled', { tag, ids });
    await this.change(actor, what, { tag }, { status: ChannelStatus.enabled });
  }

  async disable(actor: ChannelActor, tag: string): Promise<void> {
    const what = (ids: string) => storedText('tagged_channels_disabled', { tag, ids });
    await this.change(actor, what, { tag }, { status: ChannelStatus.disabled });
  }

  private async change(
    actor: ChannelActor,
    what: (ids: string) => StoredText,
    which: Which,
    columns: TagColumns,
  ): Promise<number> {
    const ids = await this.dataSource.transaction(async (manager) => {
      const picked = await this.channels.lockAll(manager, which);
      const found = picked.map(({ id }) => id);
      if (found.length === 0) return found;
      await this.channels.updateAll(manager, found, columns);
      if (columns.status === ChannelStatus.enabled) await this.removeReasons(manager, picked);
      await this.abilities.rebuild(manager, found);
      const names = ['id', ...Object.keys(columns)];
      await this.audit.write(manager, actor, what(numbers(found)), {
        before: picked.map((channel) => touched(channel, names)),
        after: columns,
      });
      return found;
    });
    if (ids.length === 0) return 0;
    await this.events.publish('channel.changed', { ids });
    await this.directory.refresh();
    return ids.length;
  }

  /** Enabled channels have no reason of a disabling. @param channels locked rows, as before the change */
  private async removeReasons(manager: EntityManager, channels: readonly Channel[]): Promise<void> {
    for (const { id, status, otherInfo } of channels) {
      const remaining = withoutDisabledReason(otherInfo);
      if (status !== ChannelStatus.enabled && remaining !== otherInfo)
        await this.channels.update(manager, id, { otherInfo: remaining });
    }
  }
}
