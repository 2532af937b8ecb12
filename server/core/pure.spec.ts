import { z } from 'zod';
import { pageParameters } from '../contract/query.js';
import { dependencyFailure } from './http/dependency-failure.js';
import { DeadlinePassed } from './deadline.js';
import { pageOf } from './http/paging.js';
import { isProxyList, readProxies, trusts } from './http/proxies.js';
import { requestId } from './ids.js';
import { InvalidEnvironment, readEnv } from './env.js';

test('request ids begin with the time and never repeat', () => {
  const ids = Array.from({ length: 5000 }, requestId);
  for (const id of ids) expect(id).toMatch(/^20\d{21}[0-9A-Za-z]{8}$/);
  expect(new Set(ids).size).toBe(5000);
});

test.each([
  [{}, { page: 1, size: 10, offset: 0 }],
  [
    { p: '0', page_size: '0' },
    { page: 1, size: 10, offset: 0 },
  ],
  [
    { p: '-3', page_size: '-3' },
    { page: 1, size: 10, offset: 0 },
  ],
  [
    { p: 'NaN', page_size: 'undefined' },
    { page: 1, size: 10, offset: 0 },
  ],
  [
    { p: '3', page_size: '20' },
    { page: 3, size: 20, offset: 40 },
  ],
  [
    { p: '2', page_size: '100000' },
    { page: 2, size: 100, offset: 100 },
  ],
  [
    { p: ['2', '3'], page_size: { a: 1 } },
    { page: 1, size: 10, offset: 0 },
  ],
  [{ p: '1e9' }, { page: 1, size: 10, offset: 0 }],
  [{ p: '999999999999999' }, { page: 10_000_000, size: 10, offset: 99_999_990 }],
])('the query %j asks for page %j', (query, page) => {
  const { p, page_size } = z.object(pageParameters).parse(query);
  expect(pageOf(p, page_size, 1)).toEqual(page);
});

test('lists that count from zero do', () => {
  expect(pageOf(2, 5, 0)).toEqual({
    page: 2,
    size: 5,
    offset: 10,
  });
});

test('only trusted peers may set the client address, however their own address is written', () => {
  const trusted = trusts(readProxies('10.0.0.0/8, 192.0.2.1, fd00::/8'));
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.1', 'fd12::1'])
    expect(trusted(address)).toBe(true);
  for (const address of ['11.0.0.1', '192.0.2.2', '2001:db8::1', 'unknown', ''])
    expect(trusted(address)).toBe(false);
  expect(trusts(readProxies(''))('127.0.0.1')).toBe(false);
  expect([isProxyList(' , '), isProxyList('10.0.0.0/33'), isProxyList('localhost')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('an unavailable service is distinguished from an internal error', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  expect(dependencyFailure(refused)).toBe('database_unavailable');
  expect(dependencyFailure(new AggregateError([refused]))).toBe('database_unavailable');
  expect(dependencyFailure(new Error('query', { cause: refused }))).toBe('database_unavailable');
  expect(dependencyFailure(new Error('Connection terminated unexpectedly'))).toBe('database_unavailable');
  expect(dependencyFailure(new Error('Query read timeout'))).toBe('database_unavailable');
  // A standby, a session that was ended, a session pool that shuts down.
  for (const code of ['25006', '25P03', '57P01', '57P05'])
    expect(dependencyFailure(Object.assign(new Error('refused'), { code }))).toBe('database_unavailable');
  expect(dependencyFailure(new Error('Connection is closed.'))).toBe('service_unavailable');
  expect(dependencyFailure(new DeadlinePassed('Redis did not answer within 2000 ms'))).toBe(
    'service_unavailable',
  );
  expect(dependencyFailure(new Error('LOADING Redis is loading the dataset'))).toBe('service_unavailable');
  expect(dependencyFailure(new TypeError('fetch failed', { cause: refused }))).toBeUndefined();
  expect(dependencyFailure(new Error('duplicate key'))).toBeUndefined();
  expect(dependencyFailure('text')).toBeUndefined();
});

test('every unusable variable is named on a line of its own', () => {
  const variables = {
    PORT: '70000',
    TOLLGATE_SECRET: 'short',
    REDIS_URL: 'http://x',
    TRUSTED_PROXIES: 'nonsense',
  };
  const read = () => readEnv(variables);
  expect(read).toThrow(InvalidEnvironment);
  try {
    read();
  } catch (error) {
    const { lines } = error as InvalidEnvironment;
    expect(lines).toHaveLength(5);
    expect(lines).toContain('DATABASE_URL is not set');
    expect(lines.every((line) => /^[A-Z_]+(:| is not set)/.test(line))).toBe(true);
    expect(lines.join()).not.toContain('short,');
  }
});
