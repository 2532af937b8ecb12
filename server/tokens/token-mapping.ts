import type { TokenRequestFields, TokenResponse } from '../contract/resources/token.js';
import { definedColumns, type ColumnsFor } from '../core/postgres/entity-columns.js';
import type { Token } from './token.entity.js';

/** The members of a form that are columns; the ledger sets the balance. */
type ColumnFields = Omit<TokenRequestFields, 'remain_quota'>;

/** The columns whose members are present. */
export function tokenColumns(fields: {
  readonly [Name in keyof ColumnFields]?: ColumnFields[Name] | undefined;
}) {
  return definedColumns({
    name: fields.name,
    expiredTime: fields.expired_time,
    unlimitedQuota: fields.unlimited_quota,
    modelLimitsEnabled: fields.model_limits_enabled,
    modelLimits: fields.model_limits,
    allowIps: fields.allow_ips ?? undefined,
    group: fields.group,
    crossGroupRetry: fields.cross_group_retry,
    scopes: fields.scopes,
  } satisfies ColumnsFor<keyof ColumnFields>);
}

/** What a response has beside the columns. */
export interface TokenFacts extends TokenUses, Pick<TokenResponse, 'key' | 'key_access'> {}

/** When and from where the keys of a token were used. */
export type TokenUses = Pick<TokenResponse, 'former_key' | 'last_use' | 'refused_use'>;

/** The members that an edit may change. */
export function editedFieldsOf(token: Token): TokenRequestFields {
  return {
    name: token.name,
    expired_time: token.expiredTime,
    remain_quota: token.remainQuota,
    unlimited_quota: token.unlimitedQuota,
    model_limits_enabled: token.modelLimitsEnabled,
    model_limits: token.modelLimits,
    allow_ips: token.allowIps,
    group: token.group,
    scopes: token.scopes,
    cross_group_retry: token.crossGroupRetry,
  };
}

export function tokenResponseOf(token: Token, facts: TokenFacts): TokenResponse {
  return {
    id: token.id,
    user_id: token.userId,
    ...facts,
    ...editedFieldsOf(token),
    allow_ips: token.allowIps,
    status: token.status,
    created_time: token.createdTime,
    accessed_time: token.accessedTime,
    used_quota: token.usedQuota,
    DeletedAt: token.deletedAt?.toISOString() ?? null,
  };
}
