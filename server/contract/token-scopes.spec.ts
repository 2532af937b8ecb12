import {
  ALL_SCOPES,
  SCOPE_BITS,
  scopeBits,
  scopeOfRoute,
  storedScopes,
  TOKEN_SCOPES,
} from './token-scopes.js';

test('each scope has a bit of its own', () => {
  const bits = TOKEN_SCOPES.map((scope) => SCOPE_BITS[scope]);
  expect(new Set(bits).size).toBe(TOKEN_SCOPES.length);
  expect(bits.reduce((sum, bit) => sum + bit, 0)).toBe(ALL_SCOPES);
});

test.each([
  ['everything, for tokens without a list', '', ALL_SCOPES],
  ['what it names', 'chat,audio', SCOPE_BITS.chat + SCOPE_BITS.audio],
  ['nothing by a name that this release does not know', 'chat,future', SCOPE_BITS.chat],
  ['nothing at all if all names are unknown', 'future', 0],
])('a list grants %s', (_what, list, bits) => {
  expect(scopeBits(list)).toBe(bits);
});

test.each([
  ['in their order, each once', ' models, chat,chat', 'chat,models'],
  ['as everything, if it names all', TOKEN_SCOPES.toReversed().join(','), ''],
  ['as everything, if it is empty', ' , ', ''],
  ['not at all with an unknown name', 'chat,future', undefined],
])('a list is stored %s', (_how, list, stored) => {
  expect(storedScopes(list)).toBe(stored);
});

test.each([
  ['POST', '/v1/chat/completions', 'chat'],
  ['POST', '/v1/responses', 'chat'],
  ['GET', '/v1/responses/:id', 'responses'],
  ['POST', '/v1beta/models/*:embedContent', 'embeddings'],
  ['POST', '/v1/models/*:predict', 'images'],
  ['GET', '/v1/models/*', 'models'],
  ['GET', '/v1/videos/:id/content', 'tasks'],
  ['POST', '/mj-fast/mj/submit/imagine', 'tasks'],
])('%s %s belongs to %s', (method, path, scope) => {
  expect(scopeOfRoute(method, path)).toBe(scope);
});

test.each([
  ['POST', '/v1/unknown'],
  ['DELETE', '/v1/models'],
  ['GET', '/v1/chat/completions'],
])('a route that is in no row cannot be registered: %s %s', (method, path) => {
  expect(() => scopeOfRoute(method, path)).toThrow('has no scope');
});
