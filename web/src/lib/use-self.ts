import useSWR, { preload } from 'swr';
import { get } from './api';
import { session, useSession } from './session';

/** The signed-in user's record: the fields that the layout and the personal page show. */
export interface Self {
  id: number;
  username: string;
  display_name: string;
  role: number;
  group: string;
  email: string;
  quota: number;
  used_quota: number;
  request_count: number;
  github_id: string;
  oidc_id: string;
  wechat_id: string;
  telegram_id: string;
  linux_do_id: string;
  /** Invited users, and the resulting quota: not yet transferred, and in total. */
  aff_count: number;
  aff_quota: number;
  aff_history_quota: number;
  /** JSON text of the user's settings; empty if none were saved. */
  setting: string;
  /** True while the super admin still signs in with the initial password. */
  default_password?: boolean;
}

/** Starts the request before the first render. Components that use the response report its failure. */
export function preloadSelf(): void {
  if (session.user()) preload('/api/user/self', fetchSelf).catch(() => undefined);
}

/** Undefined while signed out or not yet loaded. */
export function useSelf() {
  const user = useSession();
  const { data, error, mutate } = useSWR<Self, unknown>(user ? '/api/user/self' : null, fetchSelf);
  return { self: data, error, refresh: () => mutate() };
}

function fetchSelf(path: string): Promise<Self> {
  return get<Self>(path);
}
