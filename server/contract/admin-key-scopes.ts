/**
 * What an admin key may do. `read` reads everything that holds no secrets; each of the others reads and changes its area. A key never
 * does more than its owner's role allows.
 */
export const ADMIN_KEY_SCOPES = ['read', 'channels', 'users', 'billing', 'settings', 'tokens'] as const;
export type AdminKeyScope = (typeof ADMIN_KEY_SCOPES)[number];

/** How admin keys begin, so that secret scanners and people recognize them. */
export const ADMIN_KEY_PREFIX = 'tg-admin-';
