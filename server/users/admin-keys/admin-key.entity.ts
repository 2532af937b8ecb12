import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A key for the management API, with less than all rights of its owner. */
@Entity('admin_keys')
@Index('admin_keys_owner', ['ownerId', 'id'])
export class AdminKey {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: number;

  @Column('bigint', { name: 'owner_id' })
  ownerId!: number;

  /** The session version of the owner when the key was made. A new password raises it, which ends the key. */
  @Column('integer', { name: 'session_version' })
  sessionVersion!: number;

  @Column('text')
  name!: string;

  /** Keyed hash (`Vault.lookupHash`) of the key. */
  @Index('admin_keys_key_hash', { unique: true })
  @Column('char', { name: 'key_hash', length: 64 })
  keyHash!: string;

  /** Id of the secret of `keyHash`. */
  @Column('text', { name: 'hash_key' })
  hashKey!: string;

  @Column('text', { name: 'last_four' })
  lastFour!: string;

  /** Names of scopes, separated by commas. Names that this release does not know grant nothing. */
  @Column('text')
  scopes!: string;

  /** One address or network per line; '' = all. */
  @Column('text', { name: 'allow_ips', default: '' })
  allowIps!: string;

  /** Unix seconds. */
  @Column('bigint', { name: 'created_at' })
  createdAt!: number;

  /** Unix seconds. */
  @Column('bigint', { name: 'expires_at' })
  expiresAt!: number;

  /** Unix seconds, to the minute; 0 = never. */
  @Column('bigint', { name: 'last_used_at', default: 0 })
  lastUsedAt!: number;

  @Column('text', { name: 'last_used_ip', default: '' })
  lastUsedIp!: string;
}
