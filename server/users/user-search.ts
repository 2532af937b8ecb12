import { Brackets, type DataSource, type SelectQueryBuilder } from 'typeorm';
import { Role } from '../contract/enums.js';
import { beginningWith, containing } from '../core/like.js';
import { estimatedSize } from '../core/totals.js';
import type { Actor } from './actor-permissions.js';
import type { User } from './user.entity.js';

/** Keywords this short have no trigram, so the index can find them only at the beginning of a text. */
const SHORT = 2;
/** Up to this number of users, all rows are read for a short keyword. */
const MAX_READ = 50_000;

/**
 * Restricts a query for `user` to users with `keyword` in their name, display name or e-mail address, or as their id.
 * An address that the actor may not see does not match. Among many users, keywords of one or two characters match at
 * the beginning only.
 */
export async function searchUsers(
  database: DataSource,
  query: SelectQueryBuilder<User>,
  actor: Pick<Actor, 'role'>,
  keyword: string,
): Promise<void> {
  const short = Array.from(keyword).length <= SHORT;
  const atBeginning = short && (await estimatedSize(database, 'users')) > MAX_READ;
  const pattern = atBeginning ? beginningWith(keyword) : containing(keyword);
  // The prefix search uses the indexes users_*_start, the other one users_words.
  const matches = (column: string) =>
    atBeginning ? `lower(user.${column}) LIKE lower(:pattern)` : `user.${column} ILIKE :pattern`;
  const ceiling = actor.role === Role.root ? Role.root + 1 : actor.role;
  query.andWhere(
    new Brackets((any) => {
      any.where(`${matches('username')} OR ${matches('displayName')}`, { pattern });
      any.orWhere(`${matches('email')} AND user.role < :ceiling`, { pattern, ceiling });
      if (/^\d{1,15}$/.test(keyword)) any.orWhere('user.id = :id', { id: Number(keyword) });
    }),
  );
}
