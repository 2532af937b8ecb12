import { routeOf } from './route.js';

test.each([
  ['/v1/chat/completions', '/v1/chat/completions'],
  ['/v1/embeddings?key=sk-secret', '/v1/embeddings'],
  ['/v1beta/models/gemini-2.0-flash:generateContent?key=sk-secret', '/v1beta/models/:model:generateContent'],
  ['/v1/models/tuned:countTokens', '/v1/models/:model:countTokens'],
  ['/v1/realtime?model=private', '/v1/realtime'],
  ['/v1/engines/private/embeddings', '/v1/engines/:model/embeddings'],
  ['/v1/responses/resp_secret', '/v1/*'],
  ['/suno/fetch/secret', '/*'],
])('the route of %s is %s', (path, route) => {
  expect(routeOf(path)).toBe(route);
});

test('paths that clients invent have few routes', () => {
  const routes = new Set<string>();
  for (let path = 0; path < 1000; path++)
    for (const start of ['/v1/', '/', '/v1beta/models/m:', '/x/'])
      routes.add(routeOf(`${start}${'?'.repeat(path % 2)}${path}!`));
  expect(routes.size).toBeLessThan(10);
});
