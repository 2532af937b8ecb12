import type { UpstreamFailure } from '../../server/dialects/canonical/failure.js';

/** A failure of a provider that may be tried again. @param retryAfterSeconds of its header; undefined = it has none */
export const upstreamFailure = (status = 500, retryAfterSeconds?: number): UpstreamFailure => ({
  status,
  retryAfterSeconds,
  message: '',
  kind: 'upstream_error',
  code: '',
  retryable: true,
  disables: false,
});
