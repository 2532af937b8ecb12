import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A passkey of an account (https://www.w3.org/TR/webauthn-3/#credential-record). */
@Entity('passkeys')
@Index('passkeys_credential_id', ['credentialId'], { unique: true })
@Index('passkeys_user_id', ['userId', 'id'])
export class Passkey {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: number;

  @Column('bigint', { name: 'user_id' })
  userId!: number;

  /** Chosen by the owner. */
  @Column('text')
  name!: string;

  /** base64url, as the public key (COSE) and the handle. */
  @Column('text', { name: 'credential_id' })
  credentialId!: string;

  @Column('text', { name: 'public_key' })
  publicKey!: string;

  /** The account as its authenticators know it: random bytes, the same for all passkeys of an account. */
  @Column('text', { name: 'user_handle' })
  userHandle!: string;

  /** Signatures that the authenticator counted; 0 where it does not count. A lower number reveals a copy. */
  @Column('bigint')
  counter!: number;

  /** How browsers reach the authenticator, separated by commas. */
  @Column('text')
  transports!: string;

  /** Whether the passkey is synchronized to other devices. */
  @Column('boolean', { name: 'backed_up' })
  backedUp!: boolean;

  /** Unix seconds. */
  @Column('bigint', { name: 'created_at' })
  createdAt!: number;

  /** Unix seconds; 0 = never. */
  @Column('bigint', { name: 'last_used_at', default: 0 })
  lastUsedAt!: number;
}
