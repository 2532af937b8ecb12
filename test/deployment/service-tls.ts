import { freePort, serviceIdentity } from '../../scripts/service-home.mjs';
import type { TestAuthority } from './certificates.js';

/** Postgres accepts TLS, too, with a certificate for 127.0.0.1 only. */
export async function enablePostgresTls(
  sql: (query: string) => Promise<unknown>,
  authority: TestAuthority,
): Promise<void> {
  const { cert, key } = authority.sign('postgres', 'IP:127.0.0.1', serviceIdentity()?.uid);
  await sql(`ALTER SYSTEM SET ssl_cert_file = '${cert}'`);
  await sql(`ALTER SYSTEM SET ssl_key_file = '${key}'`);
  await sql('ALTER SYSTEM SET ssl = on');
  await sql('SELECT pg_reload_conf()');
}

/** Redis accepts TLS on a second port, with a certificate for 127.0.0.1 only. @returns the port */
export async function enableRedisTls(
  call: (command: string, ...args: string[]) => Promise<unknown>,
  authority: TestAuthority,
): Promise<number> {
  const { cert, key } = authority.sign('redis', 'IP:127.0.0.1', serviceIdentity()?.uid);
  const port = await freePort();
  await call('CONFIG', 'SET', 'tls-cert-file', cert, 'tls-key-file', key);
  await call('CONFIG', 'SET', 'tls-ca-cert-file', authority.ca, 'tls-auth-clients', 'no');
  await call('CONFIG', 'SET', 'tls-port', String(port));
  return port;
}
