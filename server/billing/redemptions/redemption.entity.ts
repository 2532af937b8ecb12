import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A code that can be redeemed for quota once. */
@Entity('redemptions')
// Codes of earlier releases that are not encrypted yet, and imported rows.
@Index('redemptions_open_key', ['key'], { unique: true, where: 'key_hash IS NULL' })
// Lists rows that are not deleted, newest first.
@Index('redemptions_live', ['id'], { where: 'deleted_at IS NULL' })
// The same list for one status.
@Index('redemptions_status', ['status', 'id'], { where: 'deleted_at IS NULL' })
// The codes of a campaign.
@Index('redemptions_campaign', ['campaign', 'id'], { where: "deleted_at IS NULL AND campaign <> ''" })
export class Redemption {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: number;

  /** The user who created it. */
  @Column('bigint', { name: 'user_id', default: 0 })
  userId!: number;

  /** Encrypted; plain text in rows imported by hand and for a day after an upgrade from a release with plain codes. */
  @Column('text')
  key!: string;

  /** Keyed hash of the code, used to look it up. */
  @Index('redemptions_key_hash', { unique: true })
  @Column('text', { name: 'key_hash', nullable: true })
  keyHash!: string | null;

  /** 1 unused, 2 disabled, 3 used. */
  @Column('integer', { default: 1 })
  status!: number;

  /** Administrators search by its prefix. */
  @Index('redemptions_name')
  @Column('text', { default: '' })
  name!: string;

  /** Name of a set of codes that are handed out together; '' = none. */
  @Column('text', { default: '' })
  campaign!: string;

  @Column('bigint', { default: 0 })
  quota!: number;

  /** Unix seconds. */
  @Column('bigint', { name: 'created_time', default: 0 })
  createdTime!: number;

  /** Unix seconds; 0 = not redeemed. */
  @Column('bigint', { name: 'redeemed_time', default: 0 })
  redeemedTime!: number;

  /** 0 = not redeemed. */
  @Column('bigint', { name: 'used_user_id', default: 0 })
  usedUserId!: number;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;
}
