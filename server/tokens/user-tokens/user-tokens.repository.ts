import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, IsNull, type EntityManager } from 'typeorm';
import type { UserTokenListQuery } from '../../contract/resources/accounts/user-token.js';
import type { Page } from '../../core/http/paging.js';
import { containing } from '../../core/postgres/like.js';
import { foundPage, longPage, type Counted } from '../../core/long-list.js';
import { TOKEN_OF_KEY } from '../../billing/key-holder.repository.js';
import type { KeyHashes } from '../../billing/token-key.js';
import { Token } from '../token.entity.js';
import type { StoredKey } from '../tokens.repository.js';

/** What administrators see of the owner of a token. */
export interface Owner {
  readonly id: number;
  readonly username: string;
  readonly role: number;
}

/** Tokens of all users that are not deleted. */
@Injectable()
export class UserTokensRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** One page, newest first. */
  page(
    page: Page,
    { keyword, user_id: userId, status }: Omit<UserTokenListQuery, 'p' | 'page_size'>,
  ): Promise<Counted<Token>> {
    const query = this.dataSource
      .getRepository(Token)
      .createQueryBuilder('token')
      .where('token.deletedAt IS NULL');
    if (userId > 0) query.andWhere('token.userId = :userId', { userId });
    if (status !== undefined) query.andWhere('token.status = :status', { status });
    if (keyword === '') return longPage(query, page);
    const isId = /^\d{1,15}$/.test(keyword);
    // Owners first: their names have an index for parts of words.
    query.andWhere(
      `(token.name ILIKE :pattern OR token.userId IN (SELECT id FROM users WHERE username ILIKE :pattern)
        ${isId ? 'OR token.id = :id' : ''})`,
      { pattern: containing(keyword), ...(isId && { id: Number(keyword) }) },
    );
    return foundPage(query, page);
  }

  /** By the token's key, or by the one that was replaced, also when that has ended. @param hashes of the key, by each secret */
  async byKeyHashes(hashes: readonly KeyHashes[]): Promise<Token[]> {
    const found = await Promise.all(
      hashes.map(({ own, bySha256 }) =>
        this.dataSource.query<{ id: number }[]>(`SELECT id FROM ${TOKEN_OF_KEY} k`, [own, bySha256]),
      ),
    );
    const ids = found.flat().map(({ id }) => id);
    return this.dataSource.manager.findBy(Token, { id: In(ids), deletedAt: IsNull() });
  }

  /** Newest first. */
  byIds(ids: readonly number[]): Promise<Token[]> {
    return this.dataSource.manager.find(Token, { where: { id: In([...ids]) }, order: { id: 'DESC' } });
  }

  /** Encrypted keys of tokens with ids below `below`, newest first. */
  keysBelow(below: number, limit: number): Promise<StoredKey[]> {
    return this.dataSource.query<StoredKey[]>(
      `SELECT id, key, key_end AS "keyEnd", key_hash AS "keyHash" FROM tokens
       WHERE deleted_at IS NULL AND id < $1 ORDER BY id DESC LIMIT $2`,
      [below, limit],
    );
  }

  find(id: number): Promise<Token | null> {
    return this.dataSource.manager.findOneBy(Token, { id, deletedAt: IsNull() });
  }

  /** Locks the row until the transaction ends. */
  lock(manager: EntityManager, id: number): Promise<Token | null> {
    return manager.findOne(Token, {
      where: { id, deletedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Owners by id, deleted or not. */
  async owners(tokens: readonly Token[]): Promise<ReadonlyMap<number, Owner>> {
    const ids = [...new Set(tokens.map(({ userId }) => userId))];
    const rows: Owner[] = await this.dataSource.query(
      'SELECT id, username, role FROM users WHERE id = ANY($1)',
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }
}
