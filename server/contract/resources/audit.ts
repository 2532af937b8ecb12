import { z } from 'zod';

/** What an entry of the audit log is about. */
export const auditActions = [
  'change',
  'top_up',
  'sign_in',
  'sign_in_failed',
  'identity_confirmed',
  'identity_not_confirmed',
  'session_ended',
  'access_token_created',
  'second_factor_enabled',
  'second_factor_disabled',
  'second_factor_reset',
  'second_factor_failed',
  'recovery_codes_created',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
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
  'admin_key_created',
  'admin_key_revoked',
  'audit_removed',
  'request',
  'sign_out',
  'access_refused',
  'account_registered',
  'account_changed',
  'account_deleted',
  'notifications_changed',
  'password_reset',
  'email_bound',
  'identity_bound',
  'key_changed',
  'key_deleted',
  'keys_searched',
  'reward_moved',
  'setup_finished',
  'command',
  'import',
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
  /** Exactly. */
  address: z.string().max(100).optional(),
  request_id: z.string().max(100).optional(),
  /** Part of the sentence or of the details, in any case. */
  text: z.string().max(200).optional(),
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
    /** Public reference of the session, `access-token` for a system access token; '' without either. */
    session: z.string(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntryResponse = z.infer<typeof auditEntryResponse>;

const sealResponse = z
  .strictObject({
    id: z.int(),
    day: z.string().describe('UTC, `2026-11-30`.'),
    last_id: z.int().describe('It covers the entries up to this id.'),
    hash: z.string().describe('SHA-256, 64 hex characters: `npm run books -- --audit-anchor` takes it.'),
    sealed_at: z.int().describe('Unix seconds.'),
  })
  .meta({ id: 'AuditSeal' });

export const auditStateResponse = z
  .strictObject({
    seal: sealResponse.nullable().describe('The last seal; null: nothing is sealed yet.'),
    verified_at: z.int().describe('Last verification, Unix seconds; 0 = never.'),
    verified_seal: z.int().describe('The last seal that it compared.'),
    verified_day: z.string().describe("Its day; '' if it is not known."),
    problem: z.string().describe("What was wrong; '' = nothing."),
    retention_days: z.int().describe('0 = entries are kept for ever.'),
    stream: z.strictObject({
      enabled: z.boolean().describe('A receiver is set up.'),
      seal: z.int().describe('The last seal that was delivered.'),
      delivered: z.int().describe('Events delivered so far.'),
      delivered_at: z.int().describe('Unix seconds; 0 = never.'),
      failures: z.int().describe('Failed calls in a row.'),
      failed_at: z.int().describe('Unix seconds; 0 = never.'),
      last_error: z.string(),
      due_at: z.int().describe('When the next attempt is due, Unix seconds; 0 = at once.'),
    }),
  })
  .meta({ id: 'AuditState' });
export type AuditStateResponse = z.infer<typeof auditStateResponse>;
