import { z } from 'zod';

/** Links to chat applications, as configured. */
const chatLinks = z.array(z.record(z.string(), z.string()));

/** Public facts about the installation; every member is always present. */
export const statusResponse = z
  .strictObject({
    version: z.string(),
    /** URL of the source code; '' = not published. */
    repository: z.string(),
    /** SPDX expression; '' = not specified. */
    license: z.string(),
    /** Start of the process, Unix seconds. */
    start_time: z.int(),
    system_name: z.string(),
    logo: z.string(),
    /** `#rrggbb`; '' = the console's own. */
    accent_color: z.string(),
    footer_html: z.string(),
    server_address: z.string(),
    docs_link: z.string(),
    top_up_link: z.string(),
    chat_link: z.string(),
    chat_link2: z.string(),
    /** One object per chat application, from its name to its URL with `{address}` and `{key}`. */
    chats: chatLinks,
    email_verification: z.boolean(),
    github_oauth: z.boolean(),
    github_client_id: z.string(),
    oidc_enabled: z.boolean(),
    oidc_client_id: z.string(),
    oidc_authorization_endpoint: z.string(),
    linuxdo_oauth: z.boolean(),
    linuxdo_client_id: z.string(),
    linuxdo_minimum_trust_level: z.number(),
    wechat_login: z.boolean(),
    wechat_qrcode: z.string(),
    telegram_oauth: z.boolean(),
    telegram_bot_name: z.string(),
    turnstile_check: z.boolean(),
    turnstile_site_key: z.string(),
    /** Local currency per USD. */
    price: z.number(),
    min_topup: z.number(),
    /** In the unit users enter: USD, or quota units if quota is not shown as money. */
    min_topup_amount: z.number(),
    enable_online_topup: z.boolean(),
    /** Quota units per USD. */
    quota_per_unit: z.number(),
    display_in_currency: z.boolean(),
    enable_batch_update: z.literal(true),
    enable_drawing: z.boolean(),
    enable_task: z.boolean(),
    enable_data_export: z.boolean(),
    data_export_default_time: z.string(),
    default_collapse_sidebar: z.boolean(),
    mj_notify_enabled: z.boolean(),
    demo_site_enabled: z.boolean(),
    self_use_mode_enabled: z.boolean(),
    register_enabled: z.boolean(),
    password_login_enabled: z.boolean(),
    password_register_enabled: z.boolean(),
    /** Whether visitors see how the models answer (`/status`). */
    status_page_enabled: z.boolean(),
    setup: z.boolean(),
  })
  .meta({ id: 'Status' });
export type StatusResponse = z.infer<typeof statusResponse>;

/** A release, as reported by the code host. */
export const releaseResponse = z
  .strictObject({
    tag: z.string(),
    /** Markdown. */
    notes: z.string(),
    link: z.string(),
  })
  .meta({ id: 'Release' });
export type ReleaseResponse = z.infer<typeof releaseResponse>;

/** Why a replica of Postgres is not read from. */
export const replicaProblem = z.enum([
  'starting',
  'unreachable',
  'late',
  'no_replica',
  'other_installation',
  'not_migrated',
  'ahead',
]);
export type ReplicaProblem = z.infer<typeof replicaProblem>;

/** Of an instance that is ready: from where it reads lists and sums; null without a replica of Postgres. */
export const readinessResponse = z
  .strictObject({
    database_reads: z.strictObject({
      from: z.enum(['replica', 'primary']),
      /** Why the replica is not used. */
      problem: replicaProblem.nullable(),
    }),
  })
  .nullable()
  .meta({ id: 'Readiness' });
export type ReadinessResponse = z.infer<typeof readinessResponse>;
