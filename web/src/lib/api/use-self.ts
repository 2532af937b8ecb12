import type { SelfResponse } from '#contract/resources/accounts/user';
import useSWR, { preload } from 'swr';
import { get } from './api';
import { session, useSession } from './session';

/** Starts the request before the first render. Components that use the response report its failure. */
export function preloadSelf(): void {
  if (session.user()) preload('/api/user/self', fetchSelf).catch(() => undefined);
}

/** Undefined while signed out or not yet loaded. */
export function useSelf() {
  const user = useSession();
  const { data, error, mutate } = useSWR<SelfResponse, unknown>(user ? '/api/user/self' : null, fetchSelf);
  return { self: data, error, refresh: () => mutate() };
}

function fetchSelf(path: string): Promise<SelfResponse> {
  return get<SelfResponse>(path);
}
