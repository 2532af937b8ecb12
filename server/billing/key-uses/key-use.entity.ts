import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { KeyUseKind } from './key-uses.js';

/** The last use of a token of one kind, to the minute. */
@Entity('key_uses')
export class KeyUse {
  @PrimaryColumn('bigint', { name: 'token_id' })
  tokenId!: number;

  @PrimaryColumn('smallint')
  kind!: KeyUseKind;

  /** Unix seconds. */
  @Column('bigint', { name: 'used_at' })
  usedAt!: number;

  /** Of the client. */
  @Column('text')
  address!: string;

  /** '' = the client sent none. */
  @Column('text', { name: 'user_agent' })
  userAgent!: string;

  /** The error code of a refused use; '' for the others. */
  @Column('text', { default: '' })
  refusal!: string;
}
