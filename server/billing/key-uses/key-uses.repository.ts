import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { KeyUse } from './key-use.entity.js';

/** The last uses of tokens. */
@Injectable()
export class KeyUsesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Writes uses in one statement; older ones than those that are stored change nothing. Each token and kind occurs once. */
  async write(uses: readonly KeyUse[]): Promise<void> {
    // All servers lock rows in the same order.
    const sorted = uses.toSorted((one, other) => one.tokenId - other.tokenId || one.kind - other.kind);
    await this.dataSource.query(
      `INSERT INTO key_uses (token_id, kind, used_at, address, user_agent, refusal)
       SELECT * FROM unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::text[], $5::text[], $6::text[])
       ON CONFLICT (token_id, kind) DO UPDATE SET used_at = excluded.used_at, address = excluded.address,
         user_agent = excluded.user_agent, refusal = excluded.refusal
       WHERE key_uses.used_at <= excluded.used_at`,
      [
        sorted.map(({ tokenId }) => tokenId),
        sorted.map(({ kind }) => kind),
        sorted.map(({ usedAt }) => usedAt),
        sorted.map(({ address }) => address),
        sorted.map(({ userAgent }) => userAgent),
        sorted.map(({ refusal }) => refusal),
      ],
    );
  }

  ofTokens(tokenIds: readonly number[]): Promise<KeyUse[]> {
    return this.dataSource.manager.findBy(KeyUse, { tokenId: In([...tokenIds]) });
  }
}
