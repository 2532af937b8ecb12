import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An invitation by mail that is open: accepted and revoked ones are deleted, the audit log has them. */
@Entity('invitations')
export class Invitation {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: number;

  @Column('text')
  email!: string;

  /** 1 user, 10 administrator. */
  @Column('integer')
  role!: number;

  @Column('text', { name: 'group_name' })
  group!: string;

  /** Quota units; null = as after a registration. */
  @Column('bigint', { nullable: true })
  quota!: number | null;

  /** Keyed hash (`Vault.lookupHash`) of the token in the link. */
  @Index('invitations_token_hash', { unique: true })
  @Column('char', { name: 'token_hash', length: 64 })
  tokenHash!: string;

  /** Id of the secret of `tokenHash`; null: the secret whose check has id 1 (`SecretCheck`). */
  @Column('text', { name: 'token_key', nullable: true })
  tokenKey!: string | null;

  @Column('bigint', { name: 'inviter_id' })
  inviterId!: number;

  @Column('text', { name: 'inviter_name' })
  inviterName!: string;

  /** Unix seconds. */
  @Column('bigint', { name: 'created_at' })
  createdAt!: number;

  /** Unix seconds. */
  @Column('bigint', { name: 'expires_at' })
  expiresAt!: number;
}
