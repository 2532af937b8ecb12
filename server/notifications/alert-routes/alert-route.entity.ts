import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AlertRule } from '../../contract/resources/alert.js';

/** Where the notices of an alert rule go. Rules without a row use the account of the super administrator. */
@Entity('alert_routes')
export class AlertRoute {
  @PrimaryColumn('text')
  rule!: AlertRule;

  /** `account`, or ids of notification channels in `alert_targets`. */
  @Column('text', { array: true })
  notify!: string[];
}

/** A notification channel that was set up for alerts. */
@Entity('alert_targets')
export class AlertTarget {
  /** Id of the notification channel. */
  @PrimaryColumn('text')
  channel!: string;

  /** Values of its fields as in `users.setting`, JSON text; secrets are encrypted. */
  @Column('text')
  setting!: string;
}
