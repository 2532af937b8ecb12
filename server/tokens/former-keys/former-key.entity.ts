import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The key of a token that was replaced and is accepted until it ends. A token has one at most. */
@Entity('former_keys')
export class FormerKey {
  @PrimaryColumn('bigint', { name: 'token_id' })
  tokenId!: number;

  /** Keyed hash of the key, as in `tokens`. */
  @Index('former_keys_key_hash', { unique: true })
  @Column('char', { name: 'key_hash', length: 64 })
  keyHash!: string;

  /** Id of the secret of `keyHash`; null: the secret whose check has id 1 (`SecretCheck`). */
  @Column('text', { name: 'hash_key', nullable: true })
  hashKey!: string | null;

  /** How the hash was made: 1 = `Vault.lookupHash`. */
  @Column('smallint', { default: 1 })
  format!: number;

  /** The last four characters. */
  @Column('text', { name: 'key_end' })
  keyEnd!: string;

  /** Unix seconds. */
  @Column('bigint', { name: 'replaced_at' })
  replacedAt!: number;

  /** Unix seconds; the key is unknown from then on. */
  @Column('bigint', { name: 'ends_at' })
  endsAt!: number;
}
