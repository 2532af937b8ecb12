import { Injectable } from '@nestjs/common';
import { ApiError } from '../contract/errors/api-error.js';
import { keyReferenceScheme } from '../contract/key-reference.js';
import type { TestUnsavedChannelRequest } from '../contract/resources/channels/channel.js';
import { Vault } from '../core/crypto.js';
import type { ChannelActor } from './channel-audit.js';
import { checkDestination } from './channel-destination.js';
import { checkKeys, checkServed, columnsOf, completeOther, splitKeys } from './channel-form.js';
import { KeyReferences } from './key-references/key-references.service.js';
import { allKeys } from './keys/channel-keys.js';
import { ChannelRegistry, type RoutableChannel } from './channel-registry.js';
import { readChannelJson } from './channel-settings.js';
import type { Channel } from './channel.entity.js';
import { ChannelsRepository } from './channels.repository.js';

/** Channels as forms describe them, for calls before they are saved. */
@Injectable()
export class UnsavedChannels {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly directory: ChannelRegistry,
    private readonly vault: Vault,
    private readonly references: KeyReferences,
  ) {}

  /**
   * Reads a form with the checks of saving. Without a key, that of the saved channel is used, which administrators cannot send
   * to another destination.
   * @returns the channel and the model to test, '' if the form has none
   * @throws ApiError as for creating a channel, channel_key_missing, channel_key_required
   */
  async open(
    actor: ChannelActor,
    form: TestUnsavedChannelRequest,
  ): Promise<{ channel: RoutableChannel; model: string }> {
    const { key: keys, ...columns } = columnsOf(form);
    const { type = 0, baseUrl = '', setting = '' } = columns;
    checkServed(type);
    const key = keys ?? (await this.storedKey(actor, form.id, { type, baseUrl, setting }));
    const isStored = keys === undefined;
    const [whole] = splitKeys(type, key, setting);
    if (whole === undefined) throw new ApiError('channel_key_missing');
    checkKeys(type, [whole], setting);
    const json = readChannelJson({
      modelMapping: columns.modelMapping ?? null,
      statusCodeMapping: null,
      setting,
      paramOverride: columns.paramOverride ?? null,
    });
    const line = (json.setting.multiKey && allKeys(whole)[0]?.key) || whole;
    const first = await this.valueOf(actor, line, isStored);
    const channel: RoutableChannel = {
      id: form.id ?? 0,
      name: '',
      type,
      enabled: true,
      keys: [{ index: 0, key: first }],
      disabledKeys: [],
      credentials: [first],
      keyReferences: [],
      baseUrl,
      organization: columns.openaiOrganization ?? '',
      other: completeOther({ type, other: columns.other ?? '' }),
      createdAt: this.directory.get(form.id ?? 0)?.createdAt ?? Math.floor(Date.now() / 1000),
      drainedUntil: 0,
      autoBan: false,
      ...json,
    };
    return { channel, model: columns.testModel || (columns.models?.split(',')[0] ?? '') };
  }

  private async storedKey(
    actor: ChannelActor,
    id: number | undefined,
    destination: Pick<Channel, 'type' | 'baseUrl' | 'setting'>,
  ): Promise<string> {
    if (id === undefined) return '';
    const stored = await this.channels.find(undefined, id);
    if (!stored) throw new ApiError('channel_not_found');
    checkDestination(actor, stored, destination, undefined);
    return this.vault.open(stored.key);
  }

  /** @throws ApiError of `KeyReferences.entered` for a reference */
  private async valueOf(actor: ChannelActor, line: string, isStored: boolean): Promise<string> {
    if (keyReferenceScheme(line) === undefined) return line;
    if (isStored) return this.references.current(line);
    const [value = ''] = await this.references.entered(actor, [line]);
    return value;
  }
}
