import type { UserChange, UserResponse } from '#contract/resources/accounts/user';
import type { TFunction } from 'i18next';
import { get } from '../../lib/api/api';
import { randomText } from '../../lib/browser/random-text';
import { sendEdit } from '../../lib/list/edit';

/** Identifies a change of a quota in an open form: sent twice, it is made once; another amount is another change. */
export function quotaKey(form: string, amount: number): string {
  return `${form}_${amount}`;
}

/** @returns the first part of the keys of an opened form */
export function newQuotaKey(): string {
  return randomText(16);
}

/** What is wrong with an amount that is to be added to a quota; both in quota units. */
export function quotaProblem(added: number, quota: number, t: TFunction): string | undefined {
  if (!Number.isFinite(added) || added === 0) return t('user.needAmount');
  return quota + added < 0 ? t('user.badQuota') : undefined;
}

/**
 * Adds quota units to what the user has by then, or subtracts them.
 * @param form first part of the key, `newQuotaKey()`
 */
export async function changeQuota(
  { id }: Pick<UserResponse, 'id'>,
  { added, reason, form }: { added: number; reason: string; form: string },
) {
  const { quota } = await get<UserResponse>(`/api/user/${id}`);
  const change: UserChange = {
    quota: quota + added,
    quota_before: quota,
    quota_reason: reason,
    quota_key: quotaKey(form, added),
  };
  return sendEdit<null>('/api/user/', { id, ...change });
}
