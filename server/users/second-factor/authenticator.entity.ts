import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The authenticator app of an account: it shows time-based codes (RFC 6238). */
@Entity('authenticators')
export class Authenticator {
  @PrimaryColumn('bigint', { name: 'user_id' })
  userId!: number;

  /** Shared secret in base32, sealed by the vault. */
  @Column('text')
  secret!: string;

  /** The time step of the last accepted code; no code of this or an earlier step is accepted. */
  @Column('bigint', { name: 'last_step' })
  lastStep!: number;

  /** Unix seconds. */
  @Column('bigint', { name: 'created_at' })
  createdAt!: number;
}
