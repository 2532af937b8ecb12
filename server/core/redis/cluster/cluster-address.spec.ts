import { redisAddressProblem } from '../../connections/address-messages.js';
import { readClusterAddress } from './cluster-address.js';

test('an address of a cluster has several nodes, the usual port, a user and an encoded password', () => {
  expect(readClusterAddress('redis+cluster://gate:a%40b%2Fc@one:7000,two,[::1]:7002/')).toEqual({
    nodes: [
      { host: 'one', port: 7000 },
      { host: 'two', port: 6379 },
      { host: '::1', port: 7002 },
    ],
    login: { username: 'gate', password: 'a@b/c' },
  });
});

test('with rediss+cluster every connection uses TLS', () => {
  expect(readClusterAddress('rediss+cluster://:secret@one:7000')).toEqual({
    nodes: [{ host: 'one', port: 7000 }],
    login: { password: 'secret', tls: {} },
  });
});

test.each([
  ['a node without host', 'redis+cluster://one:7000,:7001'],
  ['a port that is no number', 'redis+cluster://one:seven'],
  ['a port beyond the last', 'redis+cluster://one:70000'],
  ['a database number', 'redis+cluster://one:7000/1'],
  ['parameters', 'redis+cluster://one:7000?family=6'],
  ['an unencoded %', 'redis+cluster://:%zz@one:7000'],
  ['no node', 'redis+cluster://'],
])('%s is no address of a cluster', (_what, url) => {
  expect(readClusterAddress(url)).toBeUndefined();
  expect(redisAddressProblem(url)).toMatch(/^is not the address of a cluster: /);
});

test('an address of a single Redis is not one of a cluster', () => {
  expect(readClusterAddress('redis://one:7000')).toBeUndefined();
  expect(redisAddressProblem('redis://one:7000/3')).toBeUndefined();
});
