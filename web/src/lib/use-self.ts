import useSWR from 'swr';
import { get } from './api';
import { useSession } from './session';

/** The signed-in person's own record; the parts the shell and the personal page show. */
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
  /** True while the super admin still signs in with the initial password. */
  default_password?: boolean;
}

/** Undefined while logged out or not yet loaded. */
export function useSelf() {
  const user = useSession();
  const { data, error, mutate } = useSWR<Self, unknown>(user ? '/api/user/self' : null, (path: string) =>
    get<Self>(path),
  );
  return { self: data, error, refresh: () => mutate() };
}
