import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which use of a token a row is about. */
export const KeyUseKind = {
  /** Accepted, with the token's key. */
  current: 1,
  /** Accepted, with the key that was replaced. */
  former: 2,
  /** Refused: because of the state, the addresses or the scopes of the token, or of its owner. */
  refused: 3,
} as const;
export type KeyUseKind = (typeof KeyUseKind)[keyof typeof KeyUseKind];

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
