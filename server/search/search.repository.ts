import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  SEARCH_ROWS,
  type FoundChannel,
  type FoundCode,
  type FoundToken,
  type FoundUser,
} from '../contract/resources/search.js';
import { beginningWith, containing } from '../core/postgres/like.js';
import { estimatedSize } from '../core/totals.js';

/** Rows with the text somewhere in their names that are compared: any of them, if more have it. */
const MAX_COMPARED = 200;
/** Texts this short have no trigram, so an index finds them only at the beginning of a name. */
const SHORT = 2;
/** Up to this number of rows, all are read for a short text. */
const MAX_READ = 5000;

/** What is searched for. */
export interface Sought {
  readonly text: string;
  /** If the text is the id of a record. */
  readonly id: number | undefined;
}

/** Parameters of all statements: $1 id, $2 whole name, $3 beginning, $4 part. */
function parameters({ text, id }: Sought): unknown[] {
  return [id ?? null, text, beginningWith(text), containing(text)];
}

/** The best matches first, then the newest. @param table name or alias of the rows' table */
function ranked(table: string, column = 'name'): string {
  const name = `${table}.${column}`;
  return `ORDER BY ${table}.id = $1 DESC NULLS LAST, lower(${name}) = lower($2) DESC, ${name} ILIKE $3 DESC,
    ${name} ILIKE $4 DESC, ${table}.id DESC LIMIT ${SEARCH_ROWS}`;
}

/** Rows that one of these selects by their ids. */
function anyOf(candidates: readonly string[]): string {
  return candidates.map((one) => `(${one})`).join(' UNION ');
}

/** Searches by id and name. Each reads a bounded number of rows through indexes. */
@Injectable()
export class SearchRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  channels(sought: Sought): Promise<FoundChannel[]> {
    return this.database.query(
      `SELECT id, name, type, status, drained_until, priority,
         coalesce(last_test->'ok' = 'false', false) AS test_failed
       FROM channels WHERE id = $1 OR name ILIKE $4 ${ranked('channels')}`,
      parameters(sought),
    );
  }

  /** By name, display name and address. @param ceiling addresses of users with this role or a higher one do not match */
  async users(sought: Sought, ceiling: number): Promise<FoundUser[]> {
    const atBeginning = await this.findsBeginnings('users', sought);
    // One index has beginnings, another one parts of words.
    const matches = (column: string) =>
      atBeginning ? `lower(${column}) LIKE lower($3)` : `${column} ILIKE $4`;
    const candidates = [
      'SELECT id FROM users WHERE id = $1',
      'SELECT id FROM users WHERE username = $2',
      `SELECT id FROM users WHERE lower(username) LIKE lower($3) LIMIT ${MAX_COMPARED}`,
      `SELECT id FROM users WHERE ${matches('username')} OR ${matches('display_name')}
         OR (${matches('email')} AND role < $5) LIMIT ${MAX_COMPARED}`,
    ];
    return this.database.query(
      `SELECT id, username, display_name, role, status, deleted_at IS NOT NULL AS deleted, quota
       FROM users WHERE id IN (${anyOf(candidates)}) ${ranked('users', 'username')}`,
      [...parameters(sought), ceiling],
    );
  }

  /** Tokens that are not deleted. @param owner of this user alone; undefined = of all */
  async tokens(sought: Sought, owner: number | undefined): Promise<FoundToken[]> {
    const pattern = owner === undefined && (await this.findsBeginnings('tokens', sought)) ? '$3' : '$4';
    const live = `deleted_at IS NULL${owner === undefined ? '' : ' AND user_id = $5'}`;
    const candidates = [
      `SELECT id FROM tokens WHERE id = $1 AND ${live}`,
      `SELECT id FROM tokens WHERE name = $2 AND ${live} LIMIT ${MAX_COMPARED}`,
      `SELECT id FROM tokens WHERE name ILIKE ${pattern} AND ${live} LIMIT ${MAX_COMPARED}`,
    ];
    return this.database.query(
      `SELECT token.id, name, token.status, user_id, coalesce(username, '') AS username, coalesce(role, 0) AS user_role
       FROM tokens token LEFT JOIN users ON users.id = user_id
       WHERE token.id IN (${anyOf(candidates)}) ${ranked('token')}`,
      owner === undefined ? parameters(sought) : [...parameters(sought), owner],
    );
  }

  /** Whether a short text is looked for at the beginning of names only, because there are too many to read them all. */
  private async findsBeginnings(table: 'users' | 'tokens', { text }: Sought): Promise<boolean> {
    const isShort = Array.from(text).length <= SHORT;
    return isShort && (await estimatedSize(this.database, table)) > MAX_READ;
  }

  /** Codes that are not deleted, by the beginning of the name, as in their list. */
  redemptions(sought: Sought): Promise<FoundCode[]> {
    return this.database.query(
      `SELECT id, name, status, quota FROM (
         (SELECT id, name, status, quota FROM redemptions WHERE id = $1 AND deleted_at IS NULL)
         UNION
         (SELECT id, name, status, quota FROM redemptions WHERE name LIKE $3 AND deleted_at IS NULL
          LIMIT ${MAX_COMPARED})) found
       ${ranked('found')}`,
      parameters(sought),
    );
  }
}
