import { Injectable } from '@nestjs/common';
import { OptionsService } from '../options/options.service.js';
import { ChannelRegistry, type RoutableChannel } from './channel-registry.js';
import { ChannelsService } from './channels.service.js';
import { ChannelRecovery } from './testing/channel-recovery.service.js';
import { KeyReferences } from './key-references/key-references.service.js';
import { DisabledKeys, type Disabled } from './keys/disabled-keys.service.js';
import { chineseText, storedText } from '../contract/stored-texts/catalogue.js';

/**
 * The only place that decides whether the gateway itself disables or enables channels and keys. Relayed requests, tasks,
 * tests and balance updates report what they saw. The option AutomaticDisableChannelEnabled and the channel's `auto_ban`
 * decide about disabling, the option AutomaticEnableChannelEnabled about enabling.
 */
@Injectable()
export class AutomaticStatus {
  constructor(
    private readonly options: OptionsService,
    private readonly registry: ChannelRegistry,
    private readonly channels: ChannelsService,
    private readonly disabledKeys: DisabledKeys,
    private readonly recovery: ChannelRecovery,
    private readonly references: KeyReferences,
  ) {}

  /** A provider has rejected a key that is stored elsewhere: it may have been replaced there. */
  keyRejected(reference: string): void {
    void this.references.reread(reference);
  }

  /**
   * Disables a broken channel, or only the key that failed while the channel has others.
   * @param keyIndex line of the key that failed; undefined: the problem is the whole channel's
   * @returns what this call disabled; undefined: nothing, because it is not allowed or was disabled before
   */
  async disable(
    channelId: number,
    reason: string,
    keyIndex: number | undefined,
  ): Promise<Disabled | undefined> {
    if (!this.options.get('AutomaticDisableChannelEnabled')) return undefined;
    const channel = this.registry.get(channelId);
    const reference = channel?.keys.find(({ index }) => index === keyIndex)?.reference;
    // The key was replaced where it is stored: the one that failed is not used any more.
    if (reference !== undefined && (await this.references.reread(reference))) return undefined;
    const broken = brokenPart(channel, keyIndex);
    if (broken === undefined) return undefined;
    if (broken !== 'channel') return this.disabledKeys.disable(channelId, broken.keyIndex, reason);
    return (await this.channels.markAutoDisabled(channelId, reason)) ? 'channel' : undefined;
  }

  /**
   * Enables keys that work again, and their channel if it was disabled automatically.
   * @param keyIndexes lines of keys that passed a test
   * @returns whether this call enabled the channel
   */
  async recovered(channelId: number, keyIndexes: readonly number[]): Promise<boolean> {
    if (keyIndexes.length === 0 || !this.options.get('AutomaticEnableChannelEnabled')) return false;
    const isDisabled = this.registry
      .get(channelId)
      ?.disabledKeys.some(({ index }) => keyIndexes.includes(index));
    if (isDisabled) await this.disabledKeys.enable(channelId, keyIndexes);
    return this.recovery.enable(channelId);
  }

  /** The reason why a channel with this response time is too slow (option ChannelDisableThreshold), or undefined. */
  slowness(milliseconds: number): string | undefined {
    const limit = this.options.get('ChannelDisableThreshold');
    const seconds = milliseconds / 1000;
    if (limit <= 0 || seconds <= limit) return undefined;
    return chineseText(
      storedText('channel_too_slow', { spent: seconds.toFixed(2), limit: limit.toFixed(2) }),
    );
  }
}

/**
 * What is to be disabled after a failure: only the key, while the channel has others, else the channel; undefined if the channel
 * must stay as it is.
 * @param channel undefined: it was deleted
 * @param keyIndex line of the key that failed; undefined: the problem is the whole channel's
 */
export function brokenPart(
  channel: Pick<RoutableChannel, 'autoBan' | 'enabled' | 'keys'> | undefined,
  keyIndex: number | undefined,
): 'channel' | { keyIndex: number } | undefined {
  if (!channel?.autoBan) return undefined;
  // The channel's current keys: this one may have been disabled since it was used.
  const hasOthers = channel.keys.some(({ index }) => index !== keyIndex);
  return keyIndex !== undefined && channel.enabled && hasOthers ? { keyIndex } : 'channel';
}
