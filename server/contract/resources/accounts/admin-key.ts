import { z } from 'zod';
import { ADMIN_KEY_SCOPES } from '../../admin-key-scopes.js';
import { MAX_ADMIN_KEY_DAYS, MAX_ADMIN_KEY_NAME_LENGTH } from '../../limits.js';

/** An admin key. The key itself is only in the answer to its creation. */
export const adminKeyResponse = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    owner_id: z.int(),
    owner: z.string().describe('User name of the account whose rights limit the key.'),
    last_four: z.string().describe('Last four characters of the key.'),
    scopes: z.array(z.enum(ADMIN_KEY_SCOPES)),
    allow_ips: z.string().describe("One address or network per line; '' = all."),
    /** Unix seconds. */
    created_at: z.int(),
    expires_at: z.int().describe('Unix seconds.'),
    last_used_at: z.int().describe('Unix seconds, to the minute; 0 = never.'),
    last_used_ip: z.string(),
  })
  .meta({ id: 'AdminKey' });
export type AdminKeyResponse = z.infer<typeof adminKeyResponse>;

export const adminKeysResponse = z.array(adminKeyResponse);

export const createdAdminKeyResponse = adminKeyResponse
  .extend({ key: z.string().describe('Shown this once; the server keeps a hash of it.') })
  .meta({ id: 'CreatedAdminKey' });
export type CreatedAdminKeyResponse = z.infer<typeof createdAdminKeyResponse>;

/** `POST /api/admin-key` */
export const createAdminKeyRequest = z.strictObject({
  name: z.string().trim().min(1).max(MAX_ADMIN_KEY_NAME_LENGTH),
  scopes: z
    .array(z.enum(ADMIN_KEY_SCOPES))
    .min(1)
    .max(ADMIN_KEY_SCOPES.length)
    .transform((scopes) => ADMIN_KEY_SCOPES.filter((scope) => scopes.includes(scope))),
  days: z.int().min(1).max(MAX_ADMIN_KEY_DAYS).describe('Lifetime.'),
  allow_ips: z.string().max(10_000).default('').describe("One address or network per line; '' = all."),
});
export type CreateAdminKeyRequest = z.infer<typeof createAdminKeyRequest>;
export type AdminKeyFields = z.input<typeof createAdminKeyRequest>;
