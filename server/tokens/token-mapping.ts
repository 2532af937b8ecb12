import type { TokenRequestFields, TokenResponse } from '../contract/resources/token.js';
import { definedColumns, type ColumnsFor } from '../core/entity-columns.js';
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
  } satisfies ColumnsFor<keyof ColumnFields>);
}

/** @param key the decrypted key, without `sk-` */
export function tokenResponseOf(token: Token, key: string): TokenResponse {
  return {
    id: token.id,
    user_id: token.userId,
    key,
    status: token.status,
    name: token.name,
    created_time: token.createdTime,
    accessed_time: token.accessedTime,
    expired_time: token.expiredTime,
    remain_quota: token.remainQuota,
    unlimited_quota: token.unlimitedQuota,
    model_limits_enabled: token.modelLimitsEnabled,
    model_limits: token.modelLimits,
    allow_ips: token.allowIps,
    used_quota: token.usedQuota,
    group: token.group,
    cross_group_retry: token.crossGroupRetry,
    DeletedAt: token.deletedAt?.toISOString() ?? null,
  };
}
