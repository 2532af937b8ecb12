import {
  causeOf,
  CERTIFICATE_CODES,
  findMessage,
  HANDSHAKE_CODES,
  hostOf,
  textOf,
  type Failure,
  type FailureMessage,
} from './message.js';

/** Oldest supported release. */
export const MIN_REDIS = 7;

/** Messages about connections to Redis, the most specific first. */
export const redisMessages = {
  password: {
    problem: 'Redis refuses the user or its password (WRONGPASS)',
    cause: 'Wrong user or password, a disabled user, or an unencoded special character',
    remedy: 'correct them; percent-encode special characters',
    text: /WRONGPASS|invalid password/,
  },
  noPassword: {
    problem: 'Redis asks for a password, and the address has none (NOAUTH)',
    cause: 'requirepass is set, and the address has the form redis://host',
    remedy: 'write redis://:password@host, or redis://user:password@host',
    text: /NOAUTH/,
  },
  rights: {
    problem: 'the user lacks a right: {text}',
    cause: 'An ACL user without a command, key pattern or channel that Tollgate uses',
    remedy: 'give it the rights listed in docs/deployment.md',
    text: /NOPERM/,
  },
  protected: {
    problem: 'Redis accepts connections from its own machine only (DENIED)',
    cause: 'protected-mode is on, and Redis has no password',
    remedy: 'set a password (requirepass) in Redis and in the address',
    text: /DENIED/,
  },
  certificateName: {
    problem: 'the certificate of Redis is not for {host} ({code})',
    cause: 'The certificate names other hosts',
    remedy: 'use a host name that is in the certificate',
    codes: ['ERR_TLS_CERT_ALTNAME_INVALID'],
  },
  certificateDate: {
    problem: 'the certificate of Redis has expired ({code})',
    cause: 'The certificate is out of date, or the clock of this machine is wrong',
    remedy: 'renew the certificate, or correct the clock',
    codes: ['CERT_HAS_EXPIRED'],
  },
  certificate: {
    problem: 'the certificate of Redis is signed by an unknown CA ({code})',
    cause: 'A CA of your own or of the provider, or a self-signed certificate',
    remedy: 'name the CA with NODE_EXTRA_CA_CERTS',
    codes: CERTIFICATE_CODES,
  },
  handshake: {
    problem: 'TLS cannot be agreed on with {host} ({code})',
    cause: 'rediss:// to something else than Redis, or a TLS version that one side does not support',
    remedy: 'use redis://, or the TLS port',
    text: new RegExp(
      `${HANDSHAKE_CODES.source}|secure TLS connection was established|packet length too long`,
    ),
  },
  unknownHost: {
    problem: 'the host of {host} is unknown ({code})',
    cause: 'The name is misspelled, or DNS does not answer',
    remedy: 'correct the host, or the name server',
    codes: ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL'],
    passes: true,
  },
  refused: {
    problem: 'nothing accepts connections at {host} ({code})',
    cause: 'Redis does not run, or listens on another address or port',
    remedy: 'start Redis, or correct host and port',
    codes: ['ECONNREFUSED', 'ENOENT'],
    passes: true,
  },
  loading: {
    problem: 'Redis is loading its data (LOADING)',
    cause: 'Redis reads its append-only file after a start',
    remedy: 'wait until it is ready',
    text: /LOADING|BUSYLOADING/,
    passes: true,
  },
  full: {
    problem: 'Redis has no connection left',
    cause: 'maxclients is reached',
    remedy: 'raise maxclients',
    text: /max number of clients/,
    passes: true,
  },
  silentTls: {
    problem: '{host} does not answer the beginning of TLS',
    cause: 'rediss:// to a port without TLS, or a firewall that drops the packets',
    remedy: 'use redis:// for a port without TLS, or correct host and port, or the firewall',
    // The scheme follows the text of the error.
    text: /ETIMEDOUT.* rediss:/,
    passes: true,
  },
  silent: {
    problem: '{host} does not answer',
    cause: 'A firewall drops the packets, there is no route, or Redis is overloaded',
    remedy: 'correct host and port, or the firewall',
    text: /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|Command timed out|did not answer/,
    passes: true,
  },
  closed: {
    problem: '{host} closes the connection',
    cause: 'redis:// to a TLS port, something else than Redis, or a proxy that cannot reach Redis',
    remedy: 'use rediss:// for a TLS port, or correct host and port',
    text: /Connection is closed|ECONNRESET|EPIPE|Protocol error|ended by the other side/,
    passes: true,
  },
  version: {
    problem: 'Redis {version} is too old',
    cause: `The server is older than Redis ${MIN_REDIS}`,
    remedy: `upgrade it to ${MIN_REDIS} or newer, or use Valkey`,
  },
  mode: {
    problem: 'Redis runs as a {mode}',
    cause: 'The address leads to a Sentinel',
    remedy: 'use the address of a single primary',
  },
  clusterMode: {
    problem: 'Redis runs as a cluster',
    cause: 'The address begins with redis:// or rediss://, and leads to a node of a Redis Cluster',
    remedy: 'begin the address with redis+cluster:// (with TLS: rediss+cluster://), or use a single primary',
  },
  noCluster: {
    problem: 'Redis does not run as a cluster',
    cause: 'The address begins with redis+cluster://, and cluster-enabled is off',
    remedy: 'use redis://, or the nodes of a cluster',
  },
} as const satisfies Record<string, FailureMessage>;

/**
 * Explains an error of a connection to Redis.
 * @param url the address; only host and port of it get into the line
 * @returns undefined for errors that are not about the connection or the rights of its user
 */
export function explainRedis(error: unknown, url: string): Failure | undefined {
  const { code, text } = causeOf(error);
  const [scheme = ''] = /^\w+:/.exec(url) ?? [];
  const found = findMessage(redisMessages, { code, text: `${text} ${code} ${scheme}` });
  if (!found) return undefined;
  const line = textOf(found, { code: code || 'no code', text, host: hostOf(url, 6379) });
  return { line, passes: found.passes ?? false };
}
