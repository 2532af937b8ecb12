import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A message to be sent, stored in the transaction of its cause. Only `OutboxRepository` and `OutboxDeliveryRepository` write
 * to this table.
 */
@Entity('outbox')
@Index('outbox_due', ['dueAt'], { where: `state = 'waiting'` })
@Index('outbox_user_type', ['userId', 'type', 'createdAt'])
export class OutboxMessage {
  /** Sent to receivers, so that they can recognise repeated messages (`X-Webhook-Id`, `Message-ID`). */
  @PrimaryColumn('uuid')
  id!: string;

  /** A second message with the same key is not accepted. */
  @Index('outbox_key', { unique: true })
  @Column('text', { nullable: true })
  key!: string | null;

  /** 0 = the message is for a mail address, not for an account. */
  @Column('bigint', { name: 'user_id', default: 0 })
  userId!: number;

  /** The notice's type, with `:` and the notification channel for one of alerts; `mail` for a plain mail, `hook` for a call of a task's hook. */
  @Column('text')
  type!: string;

  /** JSON: `{ mail }`, `{ notice, via }` or `{ hook, after }`. A text column, because jsonb does not accept escaped NUL characters. */
  @Column('text')
  message!: string;

  /** `waiting`, `sent`, or `dead` (given up). */
  @Column('text', { default: 'waiting' })
  state!: string;

  @Column('integer', { default: 0 })
  attempts!: number;

  /** Time of the next attempt; while an attempt runs, the end of its lease. */
  @Column('timestamptz', { name: 'due_at', default: () => 'now()' })
  dueAt!: Date;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  /** When it was sent or given up. */
  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt!: Date | null;

  /** Why the latest attempt failed. */
  @Column('text', { name: 'last_error', default: '' })
  lastError!: string;
}
