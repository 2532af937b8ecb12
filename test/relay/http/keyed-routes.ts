import type { Gateway } from '../../setup/gateway.js';

/** A route of the server, as it is registered. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

export interface RouteAnswer {
  readonly status: number;
  readonly text: string;
}

/** Routes below these paths are opened by keys. */
const KEYED =
  /^\/(v\d|mj|suno|kling|jimeng|dashboard|api\/log\/token|(relax|fast|turbo)\/mj|mj-(relax|fast|turbo))/;
/** Routes below them that anyone may call: files and notices with an unguessable part of their own, and WebSocket handshakes. */
const WITHOUT_KEY = /\/mj\/(image\/|notify\/:id\/)/;

/** All routes that API keys open, and all that are refused as not built, from Fastify's own list. */
export function keyedRoutes(gateway: Gateway): Route[] {
  const tree = gateway.app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false }) as string;
  return routesOf(tree).filter(({ path }) => KEYED.test(path) && !WITHOUT_KEY.test(path));
}

function routesOf(tree: string): Route[] {
  const found: Route[] = [];
  const parents: string[] = [];
  for (const line of tree.split('\n')) {
    const row = /^((?:[│ ] {3})*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line);
    if (!row) continue;
    const [, indent = '', part = '', methods = ''] = row;
    const depth = indent.length / 4;
    const parent = parents[depth - 1] ?? '';
    const path = parent + (part === '*' && !parent.endsWith('/') ? '/' : '') + part;
    parents[depth] = path;
    for (const method of methods.split(', ').filter((name) => /^(GET|POST|PUT|PATCH|DELETE)$/.test(name)))
      found.push({ method, path });
  }
  return found;
}

/** @param action of Google's paths, whose clients name it behind the model */
export async function answerOf(
  gateway: Gateway,
  { method, path }: Route,
  key?: string,
  action = 'generateContent',
): Promise<RouteAnswer> {
  const named = method === 'POST' && /models\/\*$/i.test(path) ? `:${action}` : '';
  const address = path.replaceAll(/:\w+|\*/g, 'x1') + named;
  const response = await fetch(gateway.url + address, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(method !== 'GET' && { body: '{}' }),
  });
  const text = await response.text();
  // The management API reports refusals with status 200.
  const isRefusal = path.startsWith('/api/') && text.includes('"success":false');
  return { status: isRefusal ? 403 : response.status, text };
}

export const isUnbuilt = ({ status, text }: RouteAnswer) =>
  status === 404 && text.includes('Not implemented by this gateway');
