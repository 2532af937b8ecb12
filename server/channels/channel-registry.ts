import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ChannelStatus } from '../contract/enums.js';
import { Vault } from '../core/crypto.js';
import { EventBus } from '../core/redis/events.js';
import { billsCharacters, isServed } from '../dialects/providers/registry.js';
import { AbilitiesRepository } from './abilities.repository.js';
import { entry, routesOf, type Routes, type Tier } from './channel-routes.js';
import type { Channel } from './channel.entity.js';
import { ChannelsRepository } from './channels.repository.js';
import { KeyReferences } from './key-references/key-references.service.js';
import { referenceLines, type ReferenceLine } from './key-references/reference-lines.js';
import { allKeys, type ChannelKey, type DisabledKey } from './keys/channel-keys.js';
import { routableKeys } from './keys/routable-keys.js';
import { readChannelJson, type ChannelJson } from './channel-settings.js';

const RELOAD_MS = 60_000;

/** A channel as used by the relay: credentials decrypted, JSON parsed. Must not leave the process. */
export interface RoutableChannel extends ChannelJson {
  readonly id: number;
  readonly name: string;
  readonly type: number;
  /** In service: enabled, and of a type that has a provider. */
  readonly enabled: boolean;
  /** Until when it gets no new requests, Unix seconds; 0 or a time that has passed = it gets them. */
  readonly drainedUntil: number;
  /** Keys that are not disabled; an enabled channel without one is not routed to. */
  readonly keys: readonly ChannelKey[];
  /** Keys that are not used because their provider rejected them; tests try them. */
  readonly disabledKeys: readonly DisabledKey[];
  /** The whole stored key and each of its lines, disabled ones included: the texts to mask in messages. Values of references, not these. */
  readonly credentials: readonly string[];
  /** The lines of the stored key that are references; of those that cannot be read there is no key. */
  readonly keyReferences: readonly ReferenceLine[];
  /** '' = the type's default address. */
  readonly baseUrl: string;
  readonly organization: string;
  readonly other: string;
  /** Unix seconds; 0 where an imported row does not say. */
  readonly createdAt: number;
  /** Whether it may be disabled automatically. */
  readonly autoBan: boolean;
}

interface Snapshot {
  readonly channels: ReadonlyMap<number, RoutableChannel>;
  /** Group → model → tiers, highest priority first. */
  readonly routes: Routes;
  /** Channels that are drained, with the end of it in Unix milliseconds, which may have passed since. */
  readonly drains: ReadonlyMap<number, number>;
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
    drains: new Map(),
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
    private readonly references: KeyReferences,
  ) {}

  async onModuleInit(): Promise<void> {
    // Subscribes before the first read, so that changes during it trigger another one.
    this.events.on('channel.changed', () => void this.refresh());
    this.events.onConnection('back', () => void this.refresh());
    this.references.onChange(() => void this.refresh());
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

  /**
   * Returns the channels that new requests of a group for a model may go to, highest priority first: enabled and not
   * drained. Undefined if no channel is enabled; empty if all of them are drained.
   */
  tiers(group: string, model: string): readonly Tier[] | undefined {
    const { routes, drains } = this.snapshot;
    const tiers = routes.get(group)?.get(model);
    if (!tiers || drains.size === 0) return tiers;
    return tiers
      .map((tier) => tier.filter(({ channelId }) => !this.isDrained(channelId)))
      .filter((tier) => tier.length > 0);
  }

  /** Returns whether the channel gets no new requests for a time. The end needs no reload. */
  isDrained(id: number): boolean {
    const { drains } = this.snapshot;
    return drains.size > 0 && (drains.get(id) ?? 0) > Date.now();
  }

  /** Returns the enabled channels of a group for a model that are drained. */
  drained(group: string, model: string): readonly RoutableChannel[] {
    const { routes, drains, channels } = this.snapshot;
    if (drains.size === 0) return [];
    return (routes.get(group)?.get(model) ?? [])
      .flat()
      .filter(({ channelId }) => this.isDrained(channelId))
      .flatMap(({ channelId }) => channels.get(channelId) ?? []);
  }

  /** Returns whether an enabled channel serves a model to a group, drained or not. */
  serves(channelId: number, group: string, model: string): boolean {
    const tiers = this.snapshot.routes.get(group)?.get(model) ?? [];
    return tiers.some((tier) => tier.some((member) => member.channelId === channelId));
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

  /** The models that members of several groups can call, sorted. */
  modelsOfAny(groups: Iterable<string>): string[] {
    const names = new Set<string>();
    for (const group of groups) for (const model of this.models(group)) names.add(model);
    return [...names].sort();
  }

  /** The models that any group can call, sorted. */
  allModels(): string[] {
    const names = new Set<string>();
    for (const models of this.snapshot.routes.values()) for (const name of models.keys()) names.add(name);
    return [...names].sort();
  }

  /** The models that any group can call, each with the number of channels that serve it. */
  channelsByModel(): ReadonlyMap<string, number> {
    const ids = new Map<string, Set<number>>();
    for (const models of this.snapshot.routes.values())
      for (const [model, tiers] of models) {
        const channels = entry(ids, model, () => new Set<number>());
        for (const tier of tiers) for (const { channelId } of tier) channels.add(channelId);
      }
    return new Map(Array.from(ids, ([model, channels]) => [model, channels.size]));
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
    for (const channel of channels) this.openKey(channel, openKeys);
    const references = [...openKeys.values()].flatMap(referenceLines);
    await this.references.use(new Set(references.map(({ reference }) => reference)));
    for (const channel of channels) {
      const key = openKeys.get(channel.key);
      if (key === undefined) continue;
      const routable = this.open(channel, key, (one) => entry(holders, one, () => []).push(channel.id));
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
    const drains = new Map<number, number>();
    for (const { id, drainedUntil } of open.values())
      if (drainedUntil * 1000 > Date.now()) drains.set(id, drainedUntil * 1000);
    this.snapshot = { channels: open, routes, drains, unavailable, holders, inCharacters };
  }

  private openKey({ id, key }: Channel, openKeys: Map<string, string>): void {
    try {
      openKeys.set(key, this.openKeys.get(key) ?? this.vault.open(key));
    } catch (error) {
      this.reportUnreadable(id, error);
    }
  }

  /** A channel that cannot be read is logged and left out, so that the others keep working. */
  private open(channel: Channel, key: string, onKey: (key: string) => void): RoutableChannel | undefined {
    try {
      for (const one of new Set([key, ...allKeys(key).map((line) => line.key)])) onKey(one);
      const json = readChannelJson(channel);
      const { multiKey } = json.setting;
      const keys = routableKeys(key, { multiKey, otherInfo: channel.otherInfo }, this.references);
      keys.credentials.forEach(onKey);
      return {
        id: channel.id,
        name: channel.name,
        type: channel.type,
        enabled: channel.status === ChannelStatus.enabled && isServed(channel.type),
        drainedUntil: channel.drainedUntil,
        ...keys,
        baseUrl: channel.baseUrl.replace(/\/+$/, ''),
        organization: channel.openaiOrganization ?? '',
        other: channel.other,
        createdAt: Number(channel.createdTime),
        autoBan: channel.autoBan === 1,
        ...json,
      };
    } catch (error) {
      this.reportUnreadable(channel.id, error);
      return undefined;
    }
  }

  private reportUnreadable(id: number, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (this.reported.get(id) !== reason) this.logger.error(`channel ${id} is not used: ${reason}`);
    this.reported.set(id, reason);
  }
}
