import type { UpstreamFailure } from '../../canonical/failure.js';
import { statusFailure } from '../../kit/provider-error.js';
import type { UpstreamHeaders } from '../../kit/provider.js';

const QUOTA_EXCEEDED = 456;
const TOO_MANY_REQUESTS = 529;

/** `{"message":"…"}`, often empty: https://developers.deepl.com/docs/best-practices/error-handling */
export function readError(status: number, headers: UpstreamHeaders, body: string): UpstreamFailure {
  const failed = statusFailure(status, headers, body, mayRetry);
  switch (status) {
    // An unknown key, or one that is not valid for this host.
    case 403:
      return { ...failed, disables: true };
    case QUOTA_EXCEEDED:
      return { ...failed, status: 429, code: 'insufficient_quota', disables: true };
    case TOO_MANY_REQUESTS:
      return { ...failed, status: 429 };
    default:
      return failed;
  }
}

function mayRetry(status: number): boolean {
  return ![400, 413, 414].includes(status);
}
