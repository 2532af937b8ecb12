import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Something to be sent, written together with its cause. Only `Outbox` and `OutboxDelivery` write here. */
@Entity('outbox')
@Index('outbox_due', ['dueAt'], { where: `state = 'waiting'` })
@Index('outbox_user_type', ['userId', 'type', 'createdAt'])
export class OutboxMessage {
  /** Receivers see it and know a repetition by it (`X-Webhook-Id`, `Message-ID`). */
  @PrimaryColumn('uuid')
  id!: string;

  /** A second message of the same key is not accepted. */
  @Index('outbox_key', { unique: true })
  @Column('text', { nullable: true })
  key!: string | null;

  /** 0 = the message names an address, no account. */
  @Column('bigint', { name: 'user_id', default: 0 })
  userId!: number;

  /** The notice's type; `mail` for a plain mail. */
  @Column('text')
  type!: string;

  /** JSON: `{ mail }` or `{ notice }`. As text, which may contain what jsonb refuses (escaped NUL). */
  @Column('text')
  message!: string;

  /** `waiting`, `sent`, or `dead`: given up. */
  @Column('text', { default: 'waiting' })
  state!: string;

  @Column('integer', { default: 0 })
  attempts!: number;

  /** When to try next; while an attempt runs, when to believe its process dead. */
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
