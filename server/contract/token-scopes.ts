/**
 * What an API key may be used for. A scope is a family of routes. The place in this list is the bit of the scope in memory and means
 * nothing elsewhere: tokens store names.
 */
export const TOKEN_SCOPES = [
  'chat',
  'embeddings',
  'images',
  'audio',
  'realtime',
  'tasks',
  'responses',
  'models',
  'account',
] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** One bit per scope. */
export const SCOPE_BITS = Object.fromEntries(
  TOKEN_SCOPES.map((scope, index) => [scope, 1 << index]),
) as Readonly<Record<TokenScope, number>>;

/** The bits of a token that may be used for everything. */
export const ALL_SCOPES = (1 << TOKEN_SCOPES.length) - 1;

/** Google's API names the action behind the model. */
const google = (...actions: string[]): string[] =>
  ['/v1beta/models/*', '/v1beta/tunedModels/*', '/v1/models/*'].flatMap((path) =>
    actions.map((action) => `POST ${path}:${action}`),
  );

/**
 * The routes of each scope, as they are registered; `ANY` stands for each method, and `/*` at the end for all paths below. Every route
 * that an API key opens is in one row: the server does not start with one that is in none.
 */
export const SCOPED_ROUTES: Readonly<Record<TokenScope, readonly string[]>> = {
  chat: [
    'POST /v1/chat/completions',
    'POST /v1/completions',
    'POST /v1/responses',
    'POST /v1/responses/compact',
    'POST /v1/responses/input_tokens',
    'POST /v1/messages',
    'POST /v1/messages/count_tokens',
    'POST /v1beta/openai/chat/completions',
    ...google('generateContent', 'streamGenerateContent', 'countTokens'),
  ],
  embeddings: [
    'POST /v1/embeddings',
    'POST /v1/engines/:model/embeddings',
    'POST /v1/moderations',
    'POST /v1/rerank',
    'POST /v2/rerank',
    'POST /v1beta/openai/embeddings',
    ...google('embedContent', 'batchEmbedContents'),
  ],
  images: [
    'POST /v1/images/generations',
    'POST /v1/images/edits',
    'POST /v1beta/openai/images/generations',
    ...google('predict'),
  ],
  audio: ['POST /v1/audio/speech', 'POST /v1/audio/transcriptions', 'POST /v1/audio/translations'],
  realtime: ['GET /v1/realtime'],
  tasks: [
    'ANY /mj/*',
    ...['relax', 'fast', 'turbo'].flatMap((mode) => [`ANY /${mode}/mj/*`, `ANY /mj-${mode}/mj/*`]),
    'ANY /suno/*',
    'ANY /v1/video/*',
    'ANY /v1/videos',
    'ANY /v1/videos/*',
    'ANY /kling/*',
    'ANY /jimeng',
  ],
  responses: [
    'GET /v1/responses/:id',
    'DELETE /v1/responses/:id',
    'GET /v1/responses/:id/input_items',
    'POST /v1/responses/:id/cancel',
  ],
  models: [
    'GET /v1/models',
    'GET /v1/models/*',
    'GET /v1beta/models',
    'GET /v1beta/models/*',
    'GET /v1beta/openai/models',
    'GET /v1beta/openai/models/*',
  ],
  account: [
    'GET /dashboard/billing/subscription',
    'GET /dashboard/billing/usage',
    'GET /v1/dashboard/billing/subscription',
    'GET /v1/dashboard/billing/usage',
    'GET /api/log/token',
  ],
};

/**
 * The scope of a route, for its registration.
 * @param path as it is registered
 * @throws Error for a route that is in no row of the table
 */
export function scopeOfRoute(method: string, path: string): TokenScope {
  const scope = TOKEN_SCOPES.find((name) =>
    SCOPED_ROUTES[name].some((route) => covers(route, `${method} ${path}`) || covers(route, `ANY ${path}`)),
  );
  if (scope === undefined) throw new Error(`${method} ${path} has no scope: add it to SCOPED_ROUTES`);
  return scope;
}

function covers(route: string, named: string): boolean {
  return route === named || (route.endsWith('/*') && named.startsWith(route.slice(0, -1)));
}

/**
 * The bits of a stored list. Names that this release does not know grant nothing.
 * @param list names, separated by commas; '' = all scopes
 */
export function scopeBits(list: string): number {
  if (list === '') return ALL_SCOPES;
  return list.split(',').reduce((bits, name) => bits | (SCOPE_BITS[name as TokenScope] ?? 0), 0);
}

/**
 * A list of scopes as it is stored: in the order of `TOKEN_SCOPES`, each once; '' for all of them.
 * @returns undefined if a name is unknown
 */
export function storedScopes(list: string): string | undefined {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.some((name) => !(TOKEN_SCOPES as readonly string[]).includes(name))) return undefined;
  const chosen = TOKEN_SCOPES.filter((scope) => names.includes(scope));
  return chosen.length === TOKEN_SCOPES.length ? '' : chosen.join(',');
}
