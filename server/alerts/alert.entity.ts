import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AlertRule } from '../contract/resources/alert.js';

/** A broken rule, kept for 30 days after it has ended. All times are Unix seconds, 0 = not yet. */
@Entity('alerts')
export class Alert {
  @PrimaryColumn('text')
  rule!: AlertRule;

  /** 0 = not about a channel. */
  @PrimaryColumn('int', { name: 'channel_id' })
  channelId!: number;

  @Column('bigint')
  since!: number;

  /** The last measured value, in the unit of the rule's limit. */
  @Column('double precision')
  value!: number;

  /** Since when the rule is no longer broken; the alert ends when that lasts. */
  @Column('bigint', { name: 'clear_since', default: 0 })
  clearSince!: number;

  @Column('bigint', { name: 'ended_at', default: 0 })
  endedAt!: number;

  @Column('bigint', { name: 'notified_at', default: 0 })
  notifiedAt!: number;

  @Column('bigint', { name: 'end_notified_at', default: 0 })
  endNotifiedAt!: number;

  @Column('bigint', { name: 'muted_until', default: 0 })
  mutedUntil!: number;

  /** Receivers that still have to be notified of the beginning, while others were: their limits were reached. */
  @Column('text', { name: 'begin_waits', array: true, default: '{}' })
  beginWaits!: string[];

  /** As `beginWaits`, of the end. */
  @Column('text', { name: 'end_waits', array: true, default: '{}' })
  endWaits!: string[];
}
