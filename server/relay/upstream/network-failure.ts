import { UpstreamError } from '../../dialects/canonical/failure.js';

/**
 * Maps a connection error to a failure with status and retry rule. Clients get one message and code for all causes; whether
 * an address was refused, private or of another protocol is visible to the operator only (`detail`).
 */
export function networkFailure(error: Error & { code?: string }): UpstreamError {
  const timeout = /TIMEOUT|TIMEDOUT/.test(error.code ?? '') && error.code !== 'UND_ERR_CONNECT_TIMEOUT';
  const connection = connectionOf(error.code ?? '');
  return new UpstreamError({
    ...(connection && { connection }),
    status: timeout ? 504 : 502,
    message: timeout ? 'the upstream did not answer in time' : 'connection to the upstream failed',
    text: timeout ? 'upstream_timeout' : 'upstream_unreachable',
    detail: error.code ?? error.name,
    kind: 'upstream_error',
    code: timeout ? 'upstream_timeout' : 'do_request_failed',
    retryable: true,
    disables: false,
  });
}

/** Error codes of Node, OpenSSL, undici and our tunnels (`ProxyFailed`) for connections that could not be established. */
const UNREACHABLE =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EPROTO|ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|UND_ERR_CONNECT_TIMEOUT|UND_ERR_PRX_TLS|EPROXY_)/;
const BROKEN = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)/;

function connectionOf(code: string): 'unreachable' | 'broken' | undefined {
  if (UNREACHABLE.test(code)) return 'unreachable';
  return BROKEN.test(code) ? 'broken' : undefined;
}
