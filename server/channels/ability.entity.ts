import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Channel } from './channel.entity.js';

/**
 * The channels that serve a model to a group: one row per group, model and channel, rebuilt whenever the channel changes.
 */
@Entity('abilities')
export class Ability {
  @PrimaryColumn('text')
  group!: string;

  @PrimaryColumn('text')
  model!: string;

  /** Indexed for the rebuild and the removal of one channel's rows. */
  @Index('abilities_channel_id')
  @PrimaryColumn('bigint', { name: 'channel_id' })
  channelId!: number;

  @ManyToOne(() => Channel, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'channel_id', foreignKeyConstraintName: 'abilities_channel_id_fkey' })
  channel?: Channel;

  /** Whether the channel's status is 1. */
  @Column('boolean')
  enabled!: boolean;

  @Column('bigint', { default: 0 })
  priority!: number;

  @Column('bigint', { default: 0 })
  weight!: number;

  @Column('text', { nullable: true })
  tag!: string | null;
}
