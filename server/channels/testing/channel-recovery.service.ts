import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ChannelStatus } from '../../contract/enums.js';
import type { Language } from '../../contract/languages.js';
import { EventBus } from '../../core/redis/events.js';
import { Notices } from '../../notifications/notices.js';
import { noticeText } from '../../notifications/texts/catalogue.js';
import { AbilitiesRepository } from '../abilities.repository.js';
import { ChannelRegistry } from '../channel-registry.js';
import { ChannelsRepository } from '../channels.repository.js';
import { withoutDisabledReason } from '../keys/channel-keys.js';

/** Re-enables channels that were disabled automatically. */
@Injectable()
export class ChannelRecovery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly channels: ChannelsRepository,
    private readonly abilities: AbilitiesRepository,
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
      const channel = await this.channels.lock(manager, id, ChannelStatus.autoDisabled);
      if (!channel) return false;
      const otherInfo = withoutDisabledReason(channel.otherInfo);
      await this.channels.update(manager, id, { status: ChannelStatus.enabled, otherInfo });
      await this.abilities.rebuild(manager, [id]);
      const kind = `channel_update_${id}_${ChannelStatus.enabled}`;
      const write = (language: Language) => {
        const text = noticeText(language, 'channel_enabled', { id, name: channel.name });
        return { subject: text, text };
      };
      await this.notices.ofRule('channel_disabled', kind, write, manager);
      return true;
    });
    if (!done) return false;
    await this.events.publish('channel.changed', { ids: [id] });
    await this.directory.refresh();
    return true;
  }
}
