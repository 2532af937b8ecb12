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

/** Oldest supported release: https://www.postgresql.org/support/versioning/ */
export const MIN_POSTGRES = 15;

/**
 * Messages about connections to Postgres, the most specific first. SQLSTATE codes:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export const postgresMessages = {
  tlsRequired: {
    problem: 'Postgres admits this connection only with TLS ({code})',
    cause: 'pg_hba.conf, or the provider of a managed Postgres, has rules for TLS only',
    remedy: 'add sslmode=verify-full, and sslrootcert=/path/ca.pem for a CA of your own',
    text: /pg_hba\.conf (entry|rejects) .*no encryption|SSL required|connection is insecure/i,
  },
  noRule: {
    problem: 'no rule of pg_hba.conf admits this user, database and client address ({code})',
    cause: 'pg_hba.conf has no matching line, or one that rejects',
    remedy: 'add a rule to pg_hba.conf, or correct user and database',
    text: /pg_hba\.conf (entry|rejects)/,
  },
  password: {
    problem: 'Postgres refuses the user or its password ({code})',
    cause: 'Wrong user or password, a user without LOGIN, or an unencoded special character',
    remedy: 'correct them; percent-encode special characters',
    text: /password authentication failed|SASL authentication failed|no such user|role ".*" (does not exist|is not permitted to log in)|authentication failed for user/,
  },
  noPassword: {
    problem: 'Postgres asks for a password, and the address has none',
    cause: 'The address has the form postgres://user@host, perhaps because a variable in it is empty',
    remedy: 'write postgres://user:password@host/database',
    text: /client password must be a (non-empty )?string/,
  },
  database: {
    problem: 'the database does not exist ({code})',
    cause: 'It was not created, or its name is misspelled; without a name, it is that of the user',
    remedy: 'create it (CREATE DATABASE), or correct the name at the end of the address',
    text: /database ".*" does not exist|no such database/,
  },
  noTls: {
    problem: 'TLS is required by sslmode, and Postgres has none',
    cause: 'sslmode is verify-full or no-verify, and the server has ssl=off',
    remedy: 'set ssl=on in Postgres, or sslmode=disable where the network is trusted',
    text: /does not support SSL connections/,
  },
  certificateName: {
    problem: 'the certificate of Postgres is not for {host} ({code})',
    cause: 'The certificate names other hosts',
    remedy: 'use a host name that is in the certificate',
    codes: ['ERR_TLS_CERT_ALTNAME_INVALID'],
  },
  certificateDate: {
    problem: 'the certificate of Postgres has expired ({code})',
    cause: 'The certificate is out of date, or the clock of this machine is wrong',
    remedy: 'renew the certificate, or correct the clock',
    codes: ['CERT_HAS_EXPIRED'],
  },
  certificate: {
    problem: 'the certificate of Postgres is signed by an unknown CA ({code})',
    cause: 'A CA of your own or of the provider, or a self-signed certificate',
    remedy: 'name the CA with sslrootcert=/path/ca.pem or NODE_EXTRA_CA_CERTS',
    codes: CERTIFICATE_CODES,
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
    cause: 'Postgres does not run, is still starting, or listens on another address or port',
    remedy: 'start Postgres, or correct host and port',
    codes: ['ECONNREFUSED', 'ENOENT'],
    passes: true,
  },
  silent: {
    problem: '{host} does not answer',
    cause: 'A firewall drops the packets, there is no route, or the machine is overloaded',
    remedy: 'correct host and port, or the firewall',
    text: /timeout expired|connection timeout|timeout exceeded|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|Query read timeout/,
    passes: true,
  },
  starting: {
    problem: 'Postgres is starting or stopping ({code})',
    cause: 'It recovers after a crash, or is shut down',
    remedy: 'wait until it accepts connections',
    codes: ['57P01', '57P02', '57P03'],
    passes: true,
  },
  full: {
    problem: 'Postgres has no connection left ({code})',
    cause: 'max_connections, or the connection limit of the user or the database, is reached',
    remedy: 'raise the limit, or lower DATABASE_POOL_SIZE',
    codes: ['53300'],
    passes: true,
  },
  rights: {
    problem: 'the user lacks a right: {text} ({code})',
    cause: 'The user does not own the database, its schema or its tables',
    remedy: 'make it their owner (ALTER DATABASE, ALTER SCHEMA, ALTER TABLE … OWNER TO)',
    codes: ['42501'],
  },
  readOnly: {
    problem: 'Postgres is read-only ({code})',
    cause: 'The address leads to a standby, or default_transaction_read_only is on',
    remedy: 'use the address of the primary',
    codes: ['25006'],
  },
  parameter: {
    problem: 'a parameter of the address is refused: {text} ({code})',
    cause: 'options=… with a setting that Postgres, or a pool such as PgBouncer, does not accept',
    remedy: 'remove it from the address; for PgBouncer, or list it in ignore_startup_parameters',
    text: /unsupported startup parameter|unrecognized configuration parameter|invalid command-line argument/,
  },
  handshake: {
    problem: 'TLS cannot be agreed on with {host} ({code})',
    cause: 'The server has an old TLS version, or something else than Postgres listens there',
    remedy: 'correct host and port, or the TLS settings of the server',
    text: HANDSHAKE_CODES,
  },
  closed: {
    problem: '{host} closes the connection',
    cause: 'Something else than Postgres listens there, or a proxy in between cannot reach Postgres',
    remedy: 'correct host and port, or read the log of Postgres or of the proxy',
    text: /Connection terminated|ECONNRESET|EPIPE|error establishing an SSL connection|socket hang up/,
    passes: true,
  },
  version: {
    problem: 'Postgres {version} is too old',
    cause: `The server is older than Postgres ${MIN_POSTGRES}`,
    remedy: `upgrade it to ${MIN_POSTGRES} or newer`,
  },
  transactionPool: {
    problem: 'the address leads to a transaction pool',
    cause: 'PgBouncer with pool_mode=transaction, or the pooled address of a managed Postgres',
    remedy: 'use the direct address of Postgres, or a session pool (pool_mode=session)',
    text: /not allowed in statement pooling mode/,
  },
} as const satisfies Record<string, FailureMessage>;

/**
 * Explains an error of a connection to Postgres.
 * @param url the address; only host and port of it get into the line
 * @returns undefined for errors that are not about the connection or the rights of its user
 */
export function explainPostgres(error: unknown, url: string): Failure | undefined {
  const { code, text } = causeOf(error);
  const found = findMessage(postgresMessages, { code, text: `${text} ${code}` });
  if (!found) return undefined;
  const line = textOf(found, { code: code || 'no code', text, host: hostOf(url, 5432) });
  return { line, passes: found.passes ?? false };
}
