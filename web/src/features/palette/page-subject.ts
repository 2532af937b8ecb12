import { requestIdIn } from '#contract/request-id';
import type { ObjectKind } from './palette.types';

/** The record that a page is about. */
export interface Subject {
  kind: ObjectKind;
  id: string;
}

const PATHS: readonly [kind: ObjectKind, pattern: RegExp][] = [
  ['channel', /^\/channel\/(?:edit\/)?(\d+)$/],
  ['user', /^\/user\/edit\/(\d+)$/],
  ['token', /^\/token\/edit\/(\d+)$/],
];

/** Lists that show one record. */
const LISTS: Readonly<Record<string, { kind: ObjectKind; pattern: RegExp } | undefined>> = {
  '/user': { kind: 'user', pattern: /^#(\d+)$/ },
  '/user-tokens': { kind: 'token', pattern: /^(\d+)$/ },
};

/** What an address is about. */
export function subjectOf(pathname: string, query: URLSearchParams): Subject | undefined {
  for (const [kind, pattern] of PATHS) {
    const id = pattern.exec(pathname)?.[1];
    if (id !== undefined) return { kind, id };
  }
  const requestId = pathname === '/log' ? requestIdIn(query.get('request_id') ?? '') : undefined;
  if (requestId) return { kind: 'request', id: requestId };
  const list = LISTS[pathname];
  const id = list?.pattern.exec(query.get('keyword') ?? '')?.[1];
  return list && id !== undefined ? { kind: list.kind, id } : undefined;
}
