import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A member of providers' usage objects that no reader knows, by channel type and upstream model. `UnreadUsage` alone writes
 * it.
 */
@Entity('unread_usage')
export class UnreadUsageMember {
  /** Id of the channel type (`groq`). */
  @PrimaryColumn('text')
  provider!: string;

  /** Its place in the object (`prompt_tokens_details.new_tokens`), or `other`. */
  @PrimaryColumn('text')
  member!: string;

  /** Upstream name. */
  @PrimaryColumn('text')
  model!: string;

  /** Unix seconds. */
  @Column('bigint', { name: 'first_seen' })
  firstSeen!: number;

  /** Unix seconds. */
  @Column('bigint', { name: 'last_seen' })
  lastSeen!: number;

  /** Requests. */
  @Column('bigint')
  count!: number;

  /** The value of the last request. */
  @Column('double precision')
  example!: number;
}
