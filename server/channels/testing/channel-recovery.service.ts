import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ChannelStatus } from '../../contract/enums.js';
import { EventBus } from '../../core/redis/events.js';
import { Notices } from '../../notifications/notices.js';
import { rebuildAbilities } from '../abilities.js';
import { ChannelRegistry } from '../channel-registry.js';
import { Channel } from '../channel.entity.js';
import { withoutDisabledReason } from '../channel-keys.js';

/** Re-enables channels that were disabled automatically. */
@Injectable()
export class ChannelRecovery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly events: EventBus,
    private readonly directory: ChannelRegistry,
    private readonly notices: Notices,
  ) {}

  /**
   * Enables a channel and notifies the super administrator, unless its status has changed meanwhile.
   * @returns whether this call enabled it
   */
  async enable(id: number): Promise<boolean> {
    const done = await this.dataSource.transaction(async (manager) => {
      const channel = await manager.findOne(Channel, {
        where: { id, status: ChannelStatus.autoDisabled },
        lock: { mode: 'pessimistic_write' },
      });
      if (!channel) return false;
      const otherInfo = withoutDisabledReason(channel.otherInfo);
      await manager.update(Channel, { id }, { status: ChannelStatus.enabled, otherInfo });
      await rebuildAbilities(manager, [id]);
      const title = `渠道「${channel.name}」（#${id}）已被启用`;
      await this.notices.toRoot(`channel_update_${id}_${ChannelStatus.enabled}`, title, title, manager);
      return true;
    });
    if (!done) return false;
    await this.events.publish('channel.changed', { ids: [id] });
    await this.directory.refresh();
    return true;
  }
}
