import { operationRoutes } from '../../dialects/operations/registry.js';
import { readPath } from '../../dialects/protocols/gemini/path.js';

/** Paths without parameters. */
const FIXED: ReadonlySet<string> = new Set([
  '/v1/chat/completions',
  '/v1/completions',
  '/v1/responses',
  '/v1/messages',
  '/v1/messages/count_tokens',
  '/v1/responses/input_tokens',
  '/v1/realtime',
  '/pg/chat/completions',
  '/pg/images/generations',
  ...operationRoutes.map(({ path }) => path),
]);

const GOOGLE = /^\/(v1beta\/models|v1beta\/tunedModels|v1\/models)\//;
const ACTION = /^\w{1,40}$/;

/** The route of a path: few values, whatever clients request, and nothing of a query, which may hold a key. */
export function routeOf(path: string): string {
  const [plain = ''] = path.split('?', 1);
  if (FIXED.has(plain)) return plain;
  if (/^\/v1\/engines\/[^/]+\/embeddings$/.test(plain)) return '/v1/engines/:model/embeddings';
  const google = GOOGLE.exec(plain)?.[1];
  if (google !== undefined) {
    const { action } = readPath(plain);
    return `/${google}/:model${ACTION.test(action) ? `:${action}` : ''}`;
  }
  return `/${plain.split('/')[1] === 'v1' ? 'v1/' : ''}*`;
}
