import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A code that replaces a lost second factor once. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('bigint', { name: 'user_id' })
  userId!: number;

  /** Keyed hash (`Vault.lookupHash`). */
  @PrimaryColumn('char', { name: 'code_hash', length: 64 })
  codeHash!: string;

  /** Unix seconds; 0 = not used. */
  @Column('bigint', { name: 'used_at', default: 0 })
  usedAt!: number;
}
