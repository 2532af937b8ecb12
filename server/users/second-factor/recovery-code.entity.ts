import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A code that replaces a lost second factor once. */
@Entity('recovery_codes')
@Index('recovery_codes_user_id', ['userId', 'id'])
export class RecoveryCode {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: number;

  @Column('bigint', { name: 'user_id' })
  userId!: number;

  /** As hashes of passwords (argon2id): codes have 50 bits, which a plain hash would not protect. */
  @Column('text', { name: 'code_hash' })
  codeHash!: string;

  /** Unix seconds; 0 = not used. */
  @Column('bigint', { name: 'used_at', default: 0 })
  usedAt!: number;
}
