import type { AuditRecord } from '../audit/audit-log.js';
import type { Acting } from '../core/http/access/account.js';
import type { Token } from './token.entity.js';

/** Tokens that the record of a search names. */
const MAX_NAMED = 50;

const COLUMNS = [
  'name',
  'status',
  'group',
  'expiredTime',
  'remainQuota',
  'unlimitedQuota',
  'modelLimitsEnabled',
  'modelLimits',
  'allowIps',
] as const satisfies readonly (keyof Token)[];

/** What the audit log shows of a token: never its key. */
export type AuditedToken = Pick<Token, (typeof COLUMNS)[number]>;

export function auditedToken(token: Token): AuditedToken {
  return Object.fromEntries(COLUMNS.map((column) => [column, token[column]])) as AuditedToken;
}

/** A search by part of a key, which shows that the searcher has it, and the keys that were found. */
export function searchedKeys(actor: Acting, found: readonly Pick<Token, 'id'>[]): AuditRecord {
  const ids = found.slice(0, MAX_NAMED).map(({ id }) => id);
  return { action: 'keys_searched', actor, details: { found: found.length, token_ids: ids } };
}
