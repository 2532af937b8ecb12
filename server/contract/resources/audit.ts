import { z } from 'zod';

/** What an entry of the audit log is about. */
export const auditActions = [
  'change',
  'top_up',
  'sign_in',
  'sign_in_failed',
  'session_ended',
  'access_token_created',
  'key_created',
  'key_replaced',
  'key_shown',
  'former_key_ended',
  'user_invited',
  'invitation_revoked',
  'invitation_accepted',
  'alert_muted',
  'alert_rule_changed',
  'alert_target_changed',
  'alert_target_removed',
  'purchase_price_added',
  'purchase_price_removed',
  'audit_exported',
] as const;
export type AuditAction = (typeof auditActions)[number];

const time = z.coerce.number().int().min(0).max(32_503_680_000).optional();

/** Entries of the audit log, newest first. */
const filter = {
  /** Unix seconds, both included. */
  start_timestamp: time,
  end_timestamp: time,
  action: z.enum(auditActions).optional(),
  /** The account that acted, or that was concerned. */
  user_id: z.coerce.number().int().positive().max(2_147_483_647).optional(),
  /** Name of the account that acted, or with which somebody tried to sign in. */
  username: z.string().max(100).optional(),
};

export const auditQuery = z.object({
  /** Entries before this id, for the next page; absent: the newest. */
  before: z.coerce.number().int().positive().optional(),
  size: z.coerce.number().int().min(1).max(100).default(20),
  ...filter,
});
export type AuditQuery = z.infer<typeof auditQuery>;

export const AUDIT_FORMATS = ['csv', 'ndjson'] as const;

export const auditExportQuery = z.object({ format: z.enum(AUDIT_FORMATS), ...filter });
export type AuditExportQuery = z.infer<typeof auditExportQuery>;

/** What limits lists and exports of the audit log. */
export type AuditFilter = Omit<AuditExportQuery, 'format'>;

export const auditEntryResponse = z
  .object({
    id: z.int(),
    /** Unix seconds. */
    created_at: z.int(),
    action: z.string(),
    /** 0 where nobody was signed in. */
    actor_id: z.int(),
    actor_name: z.string(),
    /** The account concerned, if it is another one; 0 otherwise. */
    user_id: z.int(),
    content: z.string(),
    /** What was changed, from what to what; secrets are masked. */
    details: z.unknown(),
    address: z.string(),
    user_agent: z.string(),
    request_id: z.string(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntryResponse = z.infer<typeof auditEntryResponse>;
