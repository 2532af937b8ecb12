import { Role } from '#contract/enums';
import type { SelfResponse } from '#contract/resources/accounts/user';
import { useSyncExternalStore } from 'react';
import { readJson, writeJson, writeText } from '../browser/storage';

/**
 * The parts of the sign-in response that are stored under `user`; absent = signed out. `default_password` is stored too, so
 * that it is known before the first render.
 */
export type SessionUser = Pick<
  SelfResponse,
  'id' | 'username' | 'display_name' | 'role' | 'status' | 'group' | 'default_password'
>;

const KEY = 'user';
const listeners = new Set<() => void>();
let current = load();

function load(): SessionUser | undefined {
  const stored = readJson(KEY);
  if (typeof stored !== 'object' || stored === null || !('id' in stored)) return undefined;
  return stored as SessionUser;
}

function announce(): void {
  for (const listener of listeners) listener();
}

/** Applies a sign-in or sign-out of another tab. */
addEventListener('storage', (event) => {
  if (event.key !== KEY && event.key !== null) return;
  current = load();
  announce();
});

export const session = {
  user: (): SessionUser | undefined => current,
  signIn({ id, username, display_name, role, status, group, default_password }: SessionUser): void {
    current = { id, username, display_name, role, status, group };
    if (default_password) current.default_password = default_password;
    writeJson(KEY, current);
    announce();
  },
  signOut(): void {
    current = undefined;
    writeText(KEY, undefined);
    announce();
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): SessionUser | undefined {
  return useSyncExternalStore(subscribe, session.user);
}

export function isAdmin(user: SessionUser | undefined): boolean {
  return user !== undefined && user.role >= Role.admin;
}
