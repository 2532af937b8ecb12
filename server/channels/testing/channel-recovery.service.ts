import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EventBus } from '../../core/redis/events.js';
import { Notices } from '../../notifications/notices.js';
import { rebuildAbilities } from '../abilities.js';
import { ChannelRegistry } from '../channel-registry.js';
import { Channel } from '../channel.entity.js';

const ENABLED = 1;
const AUTO_DISABLED = 3;

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
      const { affected } = await manager.update(
        Channel,
        { id, status: AUTO_DISABLED },
        { status: ENABLED, otherInfo: '' },
      );
      if (affected !== 1) return false;
      await rebuildAbilities(manager, [id]);
      const { name } = await manager.findOneOrFail(Channel, { select: { name: true }, where: { id } });
      const title = `通道「${name}」（#${id}）已被启用`;
      await this.notices.toRoot(`channel_update_${id}_${ENABLED}`, title, title, manager);
      return true;
    });
    if (!done) return false;
    await this.events.publish('channel.changed', { ids: [id] });
    await this.directory.refresh();
    return true;
  }
}
