import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { ACCOUNT_RECEIVER, type AlertRule } from '../../contract/resources/alert.js';
import type { AlertRoutesByRule } from './receivers-of.js';
import { AlertRoute, AlertTarget } from './alert-route.entity.js';

/** Where the notices of alerts go. Every method takes part in the caller's transaction, if there is one. */
@Injectable()
export class AlertRoutesRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Receivers of the rules that have their own. */
  async routes(manager?: EntityManager): Promise<AlertRoutesByRule> {
    const rows = await (manager ?? this.database.manager).find(AlertRoute);
    return new Map(rows.map(({ rule, notify }) => [rule, notify]));
  }

  async setRoute(manager: EntityManager, rule: AlertRule, notify: readonly string[]): Promise<void> {
    await manager.upsert(AlertRoute, { rule, notify: [...notify] }, ['rule']);
  }

  targets(manager?: EntityManager): Promise<AlertTarget[]> {
    return (manager ?? this.database.manager).find(AlertTarget, { order: { channel: 'ASC' } });
  }

  async findTarget(channel: string, manager?: EntityManager): Promise<AlertTarget | undefined> {
    return (await (manager ?? this.database.manager).findOneBy(AlertTarget, { channel })) ?? undefined;
  }

  /** Serialises changes of targets and routes until the transaction ends. */
  async lock(manager: EntityManager): Promise<void> {
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('alert routes', 0))`);
  }

  async saveTarget(manager: EntityManager, target: AlertTarget): Promise<void> {
    await manager.upsert(AlertTarget, target, ['channel']);
  }

  /**
   * Removes a target from all rules too; a rule that used no other goes to the account again, so that no problem goes unnoticed.
   * @returns false if there is none
   */
  async removeTarget(manager: EntityManager, channel: string): Promise<boolean> {
    const { affected } = await manager.delete(AlertTarget, { channel });
    await manager.query(
      `UPDATE alert_routes SET notify = CASE WHEN notify <@ ARRAY[$1::text] THEN ARRAY['${ACCOUNT_RECEIVER}']
         ELSE array_remove(notify, $1::text) END WHERE $1::text = ANY(notify)`,
      [channel],
    );
    return affected === 1;
  }
}
