import { TokenStatus } from '../contract/enums.js';
import { hasExpired } from '../contract/resources/token.js';
import { ApiError } from '../contract/errors/api-error.js';
import type { Token } from './token.entity.js';

/** What stops a token. */
export type TokenLimits = Pick<Token, 'status' | 'expiredTime' | 'remainQuota' | 'unlimitedQuota'>;

/** A copy, for the comparison after an edit. */
export const limitsOf = ({ status, expiredTime, remainQuota, unlimitedQuota }: TokenLimits): TokenLimits => ({
  status,
  expiredTime,
  remainQuota,
  unlimitedQuota,
});

const isExpired = ({ expiredTime }: TokenLimits) => hasExpired(expiredTime, Date.now() / 1000);
const isExhausted = ({ remainQuota, unlimitedQuota }: TokenLimits) => !unlimitedQuota && remainQuota <= 0;

/** @throws ApiError token_still_expired, token_still_exhausted */
export function checkEnabling(token: TokenLimits): void {
  if (token.status === TokenStatus.expired && isExpired(token)) throw new ApiError('token_still_expired');
  if (token.status === TokenStatus.exhausted && isExhausted(token))
    throw new ApiError('token_still_exhausted');
}

/**
 * The status after an edit: enabled if the edit removed the reason why the token was stopped. Any other edit, such as a
 * new name, leaves a stopped token stopped.
 */
export function recovered(before: TokenLimits, after: TokenLimits): number {
  const { status } = before;
  const isExtended = after.expiredTime !== before.expiredTime && !isExpired(after);
  const isRefilled =
    (after.remainQuota > before.remainQuota || after.unlimitedQuota !== before.unlimitedQuota) &&
    !isExhausted(after);
  if (status === TokenStatus.expired && isExtended) return TokenStatus.enabled;
  if (status === TokenStatus.exhausted && isRefilled) return TokenStatus.enabled;
  return status;
}
