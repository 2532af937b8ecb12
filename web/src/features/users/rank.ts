import { Role } from '#contract/enums';
import { type SessionUser } from '../../lib/api/session';

/**
 * True if the viewer may manage this user: only super administrators manage users of equal role. The server enforces
 * this.
 */
export function outranks(viewer: SessionUser | undefined, user: { readonly role: number }): boolean {
  if (!viewer) return false;
  return viewer.role >= Role.root || viewer.role > user.role;
}
