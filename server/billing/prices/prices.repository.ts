import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

/** Advisory lock of a transaction that changes an option of prices (any constant). */
const PRICING_LOCK = 7_206_931;

/** A model that enabled channels serve. */
export interface ServedModel {
  readonly model: string;
  readonly groups: string[];
  /** Ids, those of the highest priority first. */
  readonly channels: number[];
}

/** The columns of a channel that decide which durations and options its video models accept (`VideoTerms`). */
export interface TermsChannel {
  readonly type: number;
  /** JSON; '' or null without one. */
  readonly modelMapping: string | null;
}

/** Which models are served, by which channels and to whom. */
@Injectable()
export class PricesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The user's settings as JSON; '' if none were saved. */
  async settingOf(userId: number): Promise<string> {
    const [user] = await this.dataSource.query<{ setting: string }[]>(
      'SELECT setting FROM users WHERE id = $1',
      [userId],
    );
    return user?.setting ?? '';
  }

  /**
   * Models that can be called, by name.
   * @param notServed channel types whose models cannot be called
   * @param channels at most this many channels of each model
   */
  served(notServed: readonly number[], channels: number): Promise<ServedModel[]> {
    return this.dataSource.query<ServedModel[]>(
      `SELECT a.model, array_agg(DISTINCT a."group" ORDER BY a."group") AS groups,
         to_json((array_agg(a.channel_id ORDER BY a.priority DESC NULLS LAST, a.channel_id))[1:${channels}])
           AS channels
       FROM abilities a JOIN channels c ON c.id = a.channel_id
       WHERE a.enabled AND c.type <> ALL($1) GROUP BY a.model ORDER BY a.model COLLATE "C"`,
      [notServed],
    );
  }

  /** Channels by id. */
  async channels(ids: readonly number[]): Promise<ReadonlyMap<number, TermsChannel>> {
    const rows = await this.dataSource.query<(TermsChannel & { id: number })[]>(
      'SELECT id, type, model_mapping AS "modelMapping" FROM channels WHERE id = ANY($1)',
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Until the transaction ends, no other one changes an option of prices. */
  async lockPricing(manager: EntityManager): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [PRICING_LOCK]);
  }

  /** Names of all models that enabled channels serve. */
  async servedNames(manager: EntityManager = this.dataSource.manager): Promise<string[]> {
    const served: { model: string }[] = await manager.query(
      'SELECT DISTINCT model FROM abilities WHERE enabled ORDER BY model',
    );
    return served.map(({ model }) => model);
  }

  /** The number of enabled channels that serve one of these models. */
  async countChannels(manager: EntityManager, models: readonly string[]): Promise<number> {
    const [row]: { channels: number }[] = await manager.query(
      'SELECT count(DISTINCT channel_id) AS channels FROM abilities WHERE enabled AND model = ANY($1)',
      [models],
    );
    return row?.channels ?? 0;
  }
}
