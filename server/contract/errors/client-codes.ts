import type { ErrorCode } from './codes.js';

/** Codes of the compatible API that clients get where the gateway's own codes are more specific. */
export const clientCodes: Readonly<Partial<Record<ErrorCode, string>>> = {
  user_quota_empty: 'insufficient_user_quota',
  user_quota_low: 'insufficient_user_quota',
  token_quota_low: 'pre_consume_token_quota_failed',
  model_unknown: 'model_not_found',
  model_price_unset: 'model_price_error',
  model_price_unset_admin: 'model_price_error',
};
