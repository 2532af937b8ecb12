import { ROLE_ROOT, type SessionUser } from '../../lib/session';
import type { User } from './user.types';

/** May the viewer manage this user? Nobody manages their equals but the super admin. The server decides. */
export function outranks(viewer: SessionUser | undefined, user: User): boolean {
  if (!viewer) return false;
  return viewer.role >= ROLE_ROOT || viewer.role > user.role;
}
