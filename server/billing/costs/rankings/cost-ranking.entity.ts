import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CostPeriod } from '../../../contract/resources/costs/costs.js';

/** A dimension with so many values that they are ranked before their costs are read. */
export type RankedDimension = 'user' | 'token';

/** A user or token that ranks high. */
export interface StoredKey {
  readonly by: string | null;
  /** Of a token. */
  readonly userId: number | null;
}

/** The users or tokens with the highest charges of a period, which the worker keeps ready for the page of costs. */
@Entity('cost_rankings')
export class CostRanking {
  @PrimaryColumn('text')
  dimension!: RankedDimension;

  @PrimaryColumn('text')
  period!: CostPeriod;

  @PrimaryColumn('text', { name: 'time_zone' })
  timeZone!: string;

  /** Unix seconds. */
  @Column('bigint', { name: 'period_from' })
  from!: number;

  /** Unix seconds, exclusive. */
  @Column('bigint', { name: 'period_to' })
  to!: number;

  /** When it is to be ranked again, Unix seconds. */
  @Column('bigint', { name: 'refresh_at' })
  refreshAt!: number;

  /** Empty if ranking them took so little time that each question does. */
  @Column('jsonb')
  keys!: StoredKey[];
}

/** The time zones of those who look at the costs of all users. */
@Entity('cost_time_zones')
export class CostTimeZone {
  @PrimaryColumn('text', { name: 'time_zone' })
  timeZone!: string;

  /** When costs were last asked for from it, Unix seconds. */
  @Column('bigint', { name: 'asked_at' })
  askedAt!: number;
}
