import type { Target } from '../../kit/provider.js';

/**
 * The app that a channel's key belongs to, as set in `other`: `chat` (also chatflows and agents), `completion`, `workflow`,
 * or `workflow:variable` for workflows whose input is not called `query`.
 */
export interface App {
  readonly path: '/chat-messages' | '/completion-messages' | '/workflows/run';
  /** Input variable that receives the text; undefined for apps with a `query` of their own. */
  readonly variable: string | undefined;
}

const FORMAT = /^(?:chat|completion|workflow(?::(\w{1,100}))?)$/;

export function isAppType(other: string): boolean {
  return other === '' || FORMAT.test(other);
}

/** Imported channels may have other values; they are chats. */
export function appOf({ other }: Target): App {
  const [type = '', variable = 'query'] = FORMAT.exec(other) ?? [];
  if (type === 'completion') return { path: '/completion-messages', variable: 'query' };
  if (type.startsWith('workflow')) return { path: '/workflows/run', variable };
  return { path: '/chat-messages', variable: undefined };
}

/** The documentation of Dify has addresses that end in `/v1`. */
export function urlOf({ baseUrl }: Target, path: string): string {
  return `${baseUrl.replace(/\/v1$/, '')}/v1${path}`;
}
