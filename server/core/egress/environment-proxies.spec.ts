import { readEnv } from '../env.js';
import { EnvironmentProxies } from './environment-proxies.js';

const proxies = (NO_PROXY = '') =>
  EnvironmentProxies.of({
    HTTPS_PROXY: 'http://secure.example:3128',
    HTTP_PROXY: 'http://plain.example:3128',
    NO_PROXY,
  })!;

test('https and wss use HTTPS_PROXY, http and ws use HTTP_PROXY', () => {
  for (const scheme of ['https', 'wss'])
    expect(proxies().proxyOf(`${scheme}://api.example/v1`)).toBe('http://secure.example:3128');
  for (const scheme of ['http', 'ws'])
    expect(proxies().proxyOf(`${scheme}://api.example/v1`)).toBe('http://plain.example:3128');
  expect(proxies().proxyOf('not an address')).toBeUndefined();
});

test('without a proxy for the scheme the connection is direct', () => {
  expect(
    EnvironmentProxies.of({ HTTPS_PROXY: undefined, HTTP_PROXY: undefined, NO_PROXY: '*' }),
  ).toBeUndefined();
  const secureOnly = EnvironmentProxies.of({ HTTPS_PROXY: 'http://p', HTTP_PROXY: undefined, NO_PROXY: '' });
  expect(secureOnly?.proxyOf('http://api.example')).toBeUndefined();
});

test.each(['http://localhost:11434', 'http://ollama.localhost', 'https://127.0.0.1', 'http://[::1]:8000/v1'])(
  '%s is this machine, which no proxy reaches',
  (url) => {
    expect(proxies().proxyOf(url)).toBeUndefined();
  },
);

test.each([
  ['example.com', 'https://example.com', true],
  ['example.com', 'https://api.example.com', true],
  ['example.com', 'https://notexample.com', false],
  ['.example.com', 'https://api.example.com', true],
  ['*.example.com', 'https://api.example.com', true],
  ['EXAMPLE.com', 'https://Api.Example.COM.', true],
  ['example.com:8443', 'https://example.com:8443', true],
  ['example.com:8443', 'https://example.com', false],
  ['example.com:443', 'https://example.com', true],
  ['10.0.0.5', 'http://10.0.0.5:8000', true],
  ['10.0.0.5', 'http://10.0.0.50', false],
  ['10.0.0.0/8', 'http://10.200.3.4', true],
  ['10.0.0.0/8', 'http://11.0.0.1', false],
  ['fd00::/8', 'http://[fd12::1]:8000', true],
  ['[fd12::1]:8000', 'http://[fd12::1]:8000', true],
  ['fd12::1', 'http://[fd12::1]', true],
  ['other.example, .svc.cluster.local', 'http://vllm.models.svc.cluster.local', true],
  ['other.example  svc', 'http://vllm.svc', true],
  ['*', 'https://anything.example', true],
])('NO_PROXY=%s: %s is called without proxy: %s', (noProxy, url, isDirect) => {
  expect(proxies(noProxy).proxyOf(url) === undefined).toBe(isDirect);
});

test('the variables are also read in lower case, and without a scheme', () => {
  const base = {
    DATABASE_URL: 'postgres://host/db',
    REDIS_URL: 'redis://host',
    TOLLGATE_SECRET: 'a secret of sixteen',
  };
  expect(readEnv({ ...base, HTTPS_PROXY: 'http://upper:1', https_proxy: 'lower:2' }).HTTPS_PROXY).toBe(
    'http://lower:2',
  );
  expect(readEnv({ ...base, no_proxy: 'a,b' }).NO_PROXY).toBe('a,b');
  expect(() => readEnv({ ...base, HTTP_PROXY: 'ftp://proxy' })).toThrow(/^HTTP_PROXY: must be the address/);
});
