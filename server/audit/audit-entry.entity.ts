import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A row of the audit log. Postgres refuses to change or delete it. */
@Entity('audit_log')
@Index('audit_log_actor', ['actorId', 'id'])
@Index('audit_log_action', ['action', 'id'])
@Index('audit_log_request', ['requestId'])
// Ranges of time.
@Index('audit_log_time', ['createdAt', 'id'])
export class AuditEntry {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  /** Unix seconds. */
  @Column('bigint', { name: 'created_at' })
  createdAt!: number;

  /** The account that acted; 0 without a sign-in. */
  @Column('int', { name: 'actor_id', default: 0 })
  actorId!: number;

  /** The name of the account, or the one that was tried. */
  @Column('text', { name: 'actor_name', default: '' })
  actorName!: string;

  @Column('text')
  action!: string;

  /** The account concerned, if it is another one; 0 otherwise. */
  @Column('int', { name: 'user_id', default: 0 })
  userId!: number;

  @Column('text', { default: '' })
  content!: string;

  /** JSON: what was changed, from what to what, without secrets; '' if there is nothing more. */
  @Column('text', { default: '' })
  details!: string;

  @Column('text', { default: '' })
  address!: string;

  @Column('text', { name: 'user_agent', default: '' })
  userAgent!: string;

  @Column('text', { name: 'request_id', default: '' })
  requestId!: string;

  /** Public reference of the session that the request belonged to, `access-token` for a system access token; '' without either. */
  @Column('text', { name: 'session_ref', default: '' })
  sessionRef!: string;
}
