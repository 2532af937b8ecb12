import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ChannelStatus } from '../contract/enums.js';
import { Vault } from '../core/crypto.js';
import { EventBus } from '../core/redis/events.js';
import { billsCharacters, isServed } from '../dialects/providers/registry.js';
import { AbilitiesRepository } from './abilities.repository.js';
import type { Ability } from './ability.entity.js';
import type { Channel } from './channel.entity.js';
import { ChannelsRepository } from './channels.repository.js';
import { allKeys, disabledKeys, liveKeys, type ChannelKey, type DisabledKey } from './keys/channel-keys.js';
import { readChannelJson, type ChannelJson } from './channel-settings.js';

const RELOAD_MS = 60_000;

/** A channel as used by the relay: credentials decrypted, JSON parsed. Must not leave the process. */
export interface RoutableChannel extends ChannelJson {
  readonly id: number;
  readonly name: string;
  readonly type: number;
  /** In service: enabled, and of a type that has a provider. */
  readonly enabled: boolean;
  /** Keys that are not disabled; an enabled channel without one is not routed to. */
  readonly keys: readonly ChannelKey[];
  /** Keys that are not used because their provider rejected them; tests try them. */
  readonly disabledKeys: readonly DisabledKey[];
  /** The whole stored key and each of its lines, disabled ones included: the texts to mask in messages. */
  readonly credentials: readonly string[];
  /** '' = the type's default address. */
  readonly baseUrl: string;
  readonly organization: string;
  readonly other: string;
  /** Unix seconds; 0 where an imported row does not say. */
  readonly createdAt: number;
  /** Whether it may be disabled automatically. */
  readonly autoBan: boolean;
}

/** Channels of equal priority. */
export type Tier = readonly { readonly channelId: number; readonly weight: number }[];

interface Snapshot {
  readonly channels: ReadonlyMap<number, RoutableChannel>;
  /** Group → model → tiers, highest priority first. */
  readonly routes: ReadonlyMap<string, ReadonlyMap<string, readonly Tier[]>>;
  /** Group → models listed only by channels that are out of service. */
  readonly unavailable: ReadonlyMap<string, ReadonlySet<string>>;
  /** Key → channels that have it, alone or as one of several. */
  readonly holders: ReadonlyMap<string, readonly number[]>;
  /** Models that an enabled channel serves whose provider bills characters of conversations. */
  readonly inCharacters: ReadonlySet<string>;
}

/**
 * All channels and the groups and models they serve, in memory. Reloaded after every change in any process, after a
 * reconnect to the events and once a minute; while Postgres is unavailable the last snapshot is used.
 */
@Injectable()
export class ChannelRegistry implements OnModuleInit {
  private readonly logger = new Logger('Channels');
  private snapshot: Snapshot = {
    channels: new Map(),
    routes: new Map(),
    unavailable: new Map(),
    holders: new Map(),
    inCharacters: new Set(),
  };
  /** Unreadable channels by id with the reason, so that each is logged once. */
  private readonly reported = new Map<number, string>();
  /** Keys of the last reading, sealed → open: most channels are unchanged, and decrypting is most of the work. */
  private openKeys: ReadonlyMap<string, string> = new Map();
  private reading: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly channels: ChannelsRepository,
    private readonly abilities: AbilitiesRepository,
    private readonly vault: Vault,
    private readonly events: EventBus,
  ) {}

  async onModuleInit(): Promise<void> {
    // Subscribes before the first read, so that changes during it trigger another one.
    this.events.on('channel.changed', () => void this.refresh());
    this.events.onConnection('back', () => void this.refresh());
    this.reading = this.read().finally(() => (this.reading = undefined));
    await this.reading;
  }

  /** Number of keys that are not used because their provider rejected them. */
  get disabledKeys(): number {
    let number = 0;
    for (const channel of this.snapshot.channels.values()) number += channel.disabledKeys.length;
    return number;
  }

  /** Returns a channel of any status. */
  get(id: number): RoutableChannel | undefined {
    return this.snapshot.channels.get(id);
  }

  /** Returns the channels that have this key, alone or as one of several; disabled channels and keys included. */
  withKey(key: string): readonly number[] {
    return this.snapshot.holders.get(key) ?? [];
  }

  /** Returns the enabled channels that serve a model to a group, highest priority first; undefined if there are none. */
  tiers(group: string, model: string): readonly Tier[] | undefined {
    return this.snapshot.routes.get(group)?.get(model);
  }

  /** Returns whether a conversation with this model may be billed by characters rather than tokens. */
  billsCharacters(model: string): boolean {
    return this.snapshot.inCharacters.has(model);
  }

  /** Returns whether any channel of the group lists the model, in service or not. */
  lists(group: string, model: string): boolean {
    const { routes, unavailable } = this.snapshot;
    return (routes.get(group)?.has(model) || unavailable.get(group)?.has(model)) ?? false;
  }

  /** The models that a group can call, sorted. */
  models(group: string): string[] {
    return [...(this.snapshot.routes.get(group)?.keys() ?? [])].sort();
  }

  /** The models that any group can call, sorted. */
  allModels(): string[] {
    const names = new Set<string>();
    for (const models of this.snapshot.routes.values()) for (const name of models.keys()) names.add(name);
    return [...names].sort();
  }

  /**
   * Reloads the snapshot. A call during a read triggers another read, because the running one may have missed the change.
   * Resolves when the snapshot is at least as new as the call; a failure is logged and leaves the last snapshot.
   */
  @Interval('channels.reload', RELOAD_MS)
  refresh(): Promise<void> {
    if (this.reading === undefined) {
      this.reading = this.read()
        .catch((error: unknown) =>
          this.logger.error(`channels not read, the last reading stays: ${String(error)}`),
        )
        .finally(() => (this.reading = undefined));
      return this.reading;
    }
    this.next ??= this.reading.then(() => {
      this.next = undefined;
      return this.refresh();
    });
    return this.next;
  }

  /** Resolves when all reloads requested so far are done; requests none. */
  async refreshed(): Promise<void> {
    await (this.next ?? this.reading);
  }

  private async read(): Promise<void> {
    // One transaction, so that abilities never refer to channels missing from the other query.
    const [channels, abilities, disabled] = await this.dataSource.transaction(
      'REPEATABLE READ',
      async (manager) => [
        await this.channels.all(manager),
        await this.abilities.enabled(manager),
        await this.abilities.disabled(manager),
      ],
    );
    const open = new Map<number, RoutableChannel>();
    const holders = new Map<string, number[]>();
    const openKeys = new Map<string, string>();
    for (const channel of channels) {
      const routable = this.open(channel, openKeys, (key) => entry(holders, key, () => []).push(channel.id));
      if (routable) open.set(channel.id, routable);
    }
    this.openKeys = openKeys;
    // Includes abilities of enabled channels: one that cannot be read or has no usable key still lists its models.
    const unavailable = new Map<string, Set<string>>();
    const routes = routesOf(abilities, open);
    for (const { group, model } of [...disabled, ...abilities])
      if (!routes.get(group)?.has(model)) entry(unavailable, group, () => new Set<string>()).add(model);
    const inCharacters = new Set<string>();
    for (const { model, channelId } of abilities) {
      const channel = open.get(channelId);
      if (channel && billsCharacters(channel.type)) inCharacters.add(model);
    }
    this.snapshot = { channels: open, routes, unavailable, holders, inCharacters };
  }

  /** A channel that cannot be read is logged and left out, so that the others keep working. */
  private open(
    channel: Channel,
    openKeys: Map<string, string>,
    onKey: (key: string) => void,
  ): RoutableChannel | undefined {
    try {
      const key = this.openKeys.get(channel.key) ?? this.vault.open(channel.key);
      openKeys.set(channel.key, key);
      const credentials = [...new Set([key, ...allKeys(key).map((one) => one.key)])];
      credentials.forEach(onKey);
      const json = readChannelJson(channel);
      return {
        id: channel.id,
        name: channel.name,
        type: channel.type,
        enabled: channel.status === ChannelStatus.enabled && isServed(channel.type),
        keys: liveKeys(key, json.setting.multiKey, channel.otherInfo),
        disabledKeys: disabledKeys(key, json.setting.multiKey, channel.otherInfo),
        credentials,
        baseUrl: channel.baseUrl.replace(/\/+$/, ''),
        organization: channel.openaiOrganization ?? '',
        other: channel.other,
        createdAt: Number(channel.createdTime),
        autoBan: channel.autoBan === 1,
        ...json,
      };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (this.reported.get(channel.id) !== reason)
        this.logger.error(`channel ${channel.id} is not used: ${reason}`);
      this.reported.set(channel.id, reason);
      return undefined;
    }
  }
}

interface OpenTier {
  readonly priority: number;
  readonly members: { channelId: number; weight: number }[];
}

/** @param abilities enabled abilities, by descending priority */
function routesOf(
  abilities: readonly Ability[],
  channels: ReadonlyMap<number, RoutableChannel>,
): Snapshot['routes'] {
  const open = new Map<string, Map<string, OpenTier[]>>();
  for (const { group, model, channelId, priority, weight } of abilities) {
    const channel = channels.get(channelId);
    if (!channel?.enabled || channel.keys.length === 0) continue;
    const tiers = entry(
      entry(open, group, () => new Map<string, OpenTier[]>()),
      model,
      () => [],
    );
    const last = tiers.at(-1);
    if (last?.priority === priority) last.members.push({ channelId, weight });
    else tiers.push({ priority, members: [{ channelId, weight }] });
  }
  const routes = new Map<string, Map<string, readonly Tier[]>>();
  for (const [group, models] of open) {
    const closed = new Map<string, readonly Tier[]>();
    for (const [model, tiers] of models)
      closed.set(
        model,
        tiers.map(({ members }) => members),
      );
    routes.set(group, closed);
  }
  return routes;
}

/** Returns the value of a key, inserting it if missing. */
function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
