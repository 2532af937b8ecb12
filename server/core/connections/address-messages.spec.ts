import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresAddressProblem, redisAddressProblem, withExplicitSslMode } from './address-messages.js';

test.each([
  'postgres://user:secret@host:5432/db',
  'postgresql://user:p%40ss%2Fw@host/db?sslmode=verify-full',
  'postgres://user:p@ss@host/db',
  'postgres://user@[::1]:5432/db',
  'postgres:///db?host=/var/run/postgresql&user=me@tenant',
  'postgres://host/db?options=-c%20search_path%3Dx',
])('the address %s of Postgres is accepted', (url) => {
  expect(postgresAddressProblem(url)).toBeUndefined();
});

test.each([
  'postgres://user:100%sure@host/db',
  'postgres://user:pa#ss@host/db',
  'postgres://user:12#34@host/db',
  'postgres://user:pa/ss@host/db',
  'postgres://user:12/34@host/db',
  'postgres://user:12?34@host/db',
  'postgres://user:pa:ss@host:port/db',
  'postgres://user:%ff@host/db',
])('in the address %s of Postgres a character has to be percent-encoded', (url) => {
  const problem = postgresAddressProblem(url);
  expect(problem).toMatch(/^is not a valid address: percent-encode .*% as %25, \/ as %2F/);
  for (const part of ['100', 'sure', '12', '34']) expect(problem).not.toContain(part);
});

test.each(['redis://:a/b@host', 'redis://user:a#b@host', 'rediss://:1/2@host', 'redis://:50%@host/1'])(
  'in the address %s of Redis a character has to be percent-encoded',
  (url) => {
    expect(redisAddressProblem(url)).toMatch(/percent-encode/);
  },
);

test.each(['redis://host', 'redis://:secret@host:6379/3', 'rediss://user:p%2Fw@host/', 'redis://[::1]/0'])(
  'the address %s of Redis is accepted',
  (url) => {
    expect(redisAddressProblem(url)).toBeUndefined();
  },
);

test('spaces, names of Redis databases and unknown values of sslmode are reported', () => {
  expect(postgresAddressProblem('postgres://user:a b@host/db')).toMatch(/space or a line break/);
  expect(redisAddressProblem('redis://host\n')).toMatch(/space or a line break/);
  expect(redisAddressProblem('redis://host/tollgate')).toMatch(/no database number: .*\/0/);
  expect(postgresAddressProblem('postgres://host/db?sslmode=allow')).toMatch(/verify-full/);
});

test('files of certificates are named when they cannot be read', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'tollgate-ca-')), 'ca.pem');
  const url = `postgres://host/db?sslmode=verify-full&sslrootcert=${file}`;
  expect(postgresAddressProblem(url)).toMatch(/^the file of sslrootcert cannot be read \(ENOENT\): /);
  writeFileSync(file, '');
  expect(postgresAddressProblem(url)).toBeUndefined();
});

test.each([
  ['prefer', 'verify-full'],
  ['require', 'verify-full'],
  ['verify-ca', 'verify-full'],
  ['no-verify', 'no-verify'],
  ['disable', 'disable'],
])('sslmode=%s is passed on as %s', (mode, sent) => {
  expect(withExplicitSslMode(`postgres://host/db?a=b&sslmode=${mode}&c=d`)).toBe(
    `postgres://host/db?a=b&sslmode=${sent}&c=d`,
  );
  const compatible = `postgres://host/db?uselibpqcompat=true&sslmode=${mode}`;
  expect(withExplicitSslMode(compatible)).toBe(compatible);
});
