import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { AlertRule } from '../contract/resources/alert.js';
import { Alert } from './alert.entity.js';

/** An alert with the name of its channel; '' if it has none. */
export type NamedAlert = Alert & { readonly name: string };

/** Broken rules. Times are Unix seconds. */
@Injectable()
export class AlertsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Those that fire, the latest first, then those that ended, the latest first. */
  async list(limit: number): Promise<NamedAlert[]> {
    const { entities, raw } = await this.database
      .createQueryBuilder(Alert, 'alert')
      .leftJoin('channels', 'channel', 'channel.id = alert.channel_id')
      .addSelect("coalesce(channel.name, '')", 'name')
      .orderBy('alert.ended_at > 0', 'ASC')
      .addOrderBy('greatest(alert.ended_at, alert.since)', 'DESC')
      .addOrderBy('alert.rule', 'ASC')
      .addOrderBy('alert.channel_id', 'ASC')
      .limit(limit)
      .getRawAndEntities<{ name: string }>();
    return entities.map((alert, index) => Object.assign(alert, { name: raw[index]!.name }));
  }

  /** All, locked until the transaction ends. */
  async lock(manager: EntityManager): Promise<Alert[]> {
    return manager.find(Alert, {
      order: { rule: 'ASC', channelId: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async save(manager: EntityManager, alerts: readonly Alert[]): Promise<void> {
    await manager.save(Alert, [...alerts]);
  }

  async names(manager: EntityManager, channelIds: readonly number[]): Promise<Map<number, string>> {
    const rows: { id: number; name: string }[] = await manager.query(
      'SELECT id, name FROM channels WHERE id = ANY($1)',
      [channelIds],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** @returns false if there is no such alert that fires */
  async mute(manager: EntityManager, rule: AlertRule, channelId: number, until: number): Promise<boolean> {
    const { affected } = await manager.update(Alert, { rule, channelId, endedAt: 0 }, { mutedUntil: until });
    return affected === 1;
  }

  /** Forgets those that ended before a time. */
  async forget(manager: EntityManager, before: number): Promise<void> {
    await manager.query('DELETE FROM alerts WHERE ended_at > 0 AND ended_at < $1', [before]);
  }
}
