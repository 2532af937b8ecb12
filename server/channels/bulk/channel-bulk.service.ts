import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ApiError } from '../../contract/errors/api-error.js';
import type { ChannelsChange } from '../../contract/resources/channels/channel-bulk.js';
import { storedText } from '../../contract/stored-texts/catalogue.js';
import { assertUnchangedSince } from '../../core/concurrent-edit.js';
import { EventBus } from '../../core/redis/events.js';
import { AbilitiesRepository } from '../abilities.repository.js';
import { ChannelAudit, numbers, touched, type ChannelActor } from '../channel-audit.js';
import { ChannelRegistry } from '../channel-registry.js';
import { columnsOf, type ChannelColumns } from '../channel-form.js';
import { channelResponseOf } from '../channel-response.js';
import type { Channel } from '../channel.entity.js';
import { ChannelsRepository } from '../channels.repository.js';

/** Changes of several channels by one request: all of them or none. */
@Injectable()
export class ChannelBulk {
  constructor(
    private readonly dataSource: DataSource,
    private readonly channels: ChannelsRepository,
    private readonly abilities: AbilitiesRepository,
    private readonly events: EventBus,
    private readonly registry: ChannelRegistry,
    private readonly audit: ChannelAudit,
  ) {}

  /**
   * Keeps new requests from channels for a time; those in flight go on, and tests still reach them.
   * @param minutes from now; 0 = they get requests again at once
   * @returns the number of channels
   * @throws ApiError channels_gone
   */
  async drain(actor: ChannelActor, ids: readonly number[], minutes: number): Promise<number> {
    const until = minutes === 0 ? 0 : Math.floor(Date.now() / 1000) + minutes * 60;
    const found = await this.dataSource.transaction(async (manager) => {
      const rows = await this.locked(manager, ids);
      const drained = rows.map(({ id }) => id);
      await this.channels.updateAll(manager, drained, { drainedUntil: until });
      const names = numbers(drained);
      const what =
        minutes === 0
          ? storedText('channels_undrained', { ids: names })
          : storedText('channels_drained', { ids: names, minutes });
      await this.audit.write(manager, actor, what, {
        before: rows.map(({ id, drainedUntil }) => ({ id, drainedUntil })),
        after: { drainedUntil: until },
      });
      return drained;
    });
    await this.changed(found);
    return found.length;
  }

  /**
   * Changes columns of channels.
   * @returns the number of channels
   * @throws ApiError channels_gone, changed_meanwhile, and what the values are refused for
   */
  async edit(actor: ChannelActor, changes: readonly ChannelsChange[]): Promise<number> {
    const edits = changes.map((change) => ({ change, columns: columnsOfChange(change) }));
    const ids = edits.flatMap(({ change }) => change.ids);
    if (new Set(ids).size < ids.length) throw new ApiError('channel_parameters');
    await this.dataSource.transaction(async (manager) => {
      const rows = await this.locked(manager, ids);
      const channels = new Map(rows.map((row) => [row.id, row]));
      for (const { change, columns } of edits) {
        for (const id of change.ids) assertUnchanged(channels.get(id)!, change);
        await this.channels.updateAll(manager, change.ids, columns);
      }
      await this.abilities.rebuild(manager, ids);
      const names = [...new Set(edits.flatMap(({ columns }) => Object.keys(columns)))];
      const sorted = rows.map(({ id }) => id);
      const what = storedText('channels_changed', { fields: names.join(', '), ids: numbers(sorted) });
      await this.audit.write(manager, actor, what, {
        before: rows.map((row) => touched(row, ['id', ...names])),
        after: edits.flatMap(({ change, columns }) => change.ids.map((id) => ({ id, ...columns }))),
      });
    });
    await this.changed(ids);
    return ids.length;
  }

  /** Locks the rows of all channels. @throws ApiError channels_gone */
  private async locked(manager: EntityManager, ids: readonly number[]): Promise<Channel[]> {
    const rows = await this.channels.lockAll(manager, { ids });
    const found = new Set(rows.map(({ id }) => id));
    const gone = [...new Set(ids)].filter((id) => !found.has(id));
    if (gone.length > 0) throw new ApiError('channels_gone', { ids: numbers(gone) });
    return rows;
  }

  private async changed(ids: number[]): Promise<void> {
    await this.events.publish('channel.changed', { ids });
    // Other processes get the event; this one refreshes before it responds, so that the change is in effect.
    await this.registry.refresh();
  }
}

/** @throws ApiError for values that a form would refuse, and for a change without any */
function columnsOfChange({ priority, weight, group, models, tag }: ChannelsChange): ChannelColumns {
  const columns = columnsOf({ priority, weight, group, models, tag });
  // Forms keep empty groups and models as they are; here that would pass for a change.
  if (models != null && columns.models === undefined) throw new ApiError('channel_without_models');
  if (group != null && columns.group === undefined) throw new ApiError('channel_without_groups');
  if (Object.keys(columns).length === 0) throw new ApiError('channel_parameters');
  return columns;
}

/** @throws ApiError changed_meanwhile, with the channel */
function assertUnchanged(row: Channel, { before, ids: _ids, ...target }: ChannelsChange): void {
  try {
    assertUnchangedSince(channelResponseOf(row), target, before);
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    throw new ApiError('changed_meanwhile', { fields: `#${row.id} ${problem.params.fields}` });
  }
}
