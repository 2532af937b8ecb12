import type { UpstreamCall } from '../../dialects/kit/provider.js';
import type { UpstreamClient } from '../../relay/upstream/client.js';
import { openRemote } from './remote-file.js';

/** Opens the first address and records the calls; addresses without a redirect answer 200. */
async function opened(redirects: Readonly<Record<string, string>>) {
  const calls: UpstreamCall[] = [];
  const upstream = {
    send(call: UpstreamCall, _limits: unknown, _proxy: unknown, sink: Parameters<UpstreamClient['send']>[3]) {
      calls.push(call);
      const location = redirects[call.url];
      queueMicrotask(() => {
        sink.head(location === undefined ? 200 : 302, location === undefined ? {} : { location });
        sink.end();
      });
      return { pause: () => undefined, resume: () => undefined, abort: () => undefined };
    },
  } as unknown as UpstreamClient;
  const accessToken = { id: 'token' } as unknown as NonNullable<UpstreamCall['accessToken']>;
  const call = {
    method: 'GET' as const,
    url: 'https://own.example/1',
    headers: { key: 'secret' },
    accessToken,
  };
  const access = { passed: { range: 'bytes=0-1' }, ownUrl: 'https://own.example/v1', proxy: undefined };
  const { status } = await openRemote(upstream, call, access);
  return {
    status,
    calls: calls.map(({ url, headers, publicOnly, accessToken: token }) => ({
      url,
      hasKey: 'key' in headers,
      hasToken: token !== undefined,
      range: headers.range,
      publicOnly,
    })),
  };
}
const range = 'bytes=0-1';

test('the key and the access token stay at their origin, also when a redirect leads back or on', async () => {
  const { status, calls } = await opened({
    'https://own.example/1': '/2',
    'https://own.example/2': 'https://cdn.example/3',
    'https://cdn.example/3': '/4',
  });
  expect(status).toBe(200);
  expect(calls).toEqual([
    { url: 'https://own.example/1', hasKey: true, hasToken: true, range, publicOnly: false },
    { url: 'https://own.example/2', hasKey: true, hasToken: true, range, publicOnly: false },
    { url: 'https://cdn.example/3', hasKey: false, hasToken: false, range, publicOnly: true },
    { url: 'https://cdn.example/4', hasKey: false, hasToken: false, range, publicOnly: true },
  ]);
});

test.each([
  ['another protocol', 'file:///etc/passwd', 1],
  ['no address', 'http://', 1],
  ['itself', '/1', 4],
])('a redirect to %s is not followed for ever', async (_case, location, count) => {
  const { status, calls } = await opened({ 'https://own.example/1': location });
  expect([status, calls.length]).toEqual([302, count]);
});
