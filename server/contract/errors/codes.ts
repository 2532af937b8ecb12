import type { InputRule } from './rules.js';

/**
 * Every error code of the API with its HTTP status and the parameters of its texts. Codes are part of the API: clients
 * compare them, so they do not change. The texts are in `zh/` and `en/`.
 */

/** Types of parameters by the name used in the table. */
interface ParamTypes {
  string: string;
  number: number;
  rule: InputRule;
}
type ParamKinds = Readonly<Record<string, keyof ParamTypes>>;

/** An error code in the table. */
interface Failure<P extends ParamKinds> {
  /** HTTP status. 200 = a management error that only the envelope reports, with `success: false`. */
  readonly status: number;
  readonly params: P;
}

/** Parameters are required of whoever raises the error; each appears in the texts as `{name}`. */
function failure<const P extends ParamKinds = Record<never, never>>(status: number, params?: P): Failure<P>;
function failure(status: number, params: ParamKinds = {}): Failure<ParamKinds> {
  return { status, params };
}

/** Errors of the management API, by area. */
export const managementErrors = {
  // Requests, sign-in and access
  not_signed_in: failure(401),
  access_token_invalid: failure(200),
  account_invalid: failure(200),
  user_header_missing: failure(401),
  user_header_malformed: failure(401),
  user_header_mismatch: failure(401),
  request_not_from_console: failure(403),
  user_banned: failure(200),
  role_too_low: failure(200),
  invalid_parameters: failure(200),
  invalid_parameter: failure(200, { field: 'string', rule: 'rule' }),
  invalid_input: failure(200, { field: 'string', rule: 'rule' }),
  request_too_large: failure(413, { limit: 'string' }),
  request_too_slow: failure(408),
  too_many_requests: failure(429, { seconds: 'number' }),
  release_url_missing: failure(200),
  update_check_failed: failure(200),
  database_unavailable: failure(503),
  service_unavailable: failure(503),
  internal_error: failure(500),

  // Accounts and first setup
  password_login_disabled: failure(200),
  credentials_wrong: failure(200),
  user_not_found: failure(200),
  username_taken: failure(200),
  password_too_common: failure(200),
  original_password_wrong: failure(200),
  session_required: failure(200),
  sign_in_again: failure(200),
  session_not_found: failure(200),
  quota_negative: failure(200),
  group_unknown: failure(200),
  user_not_viewable: failure(200),
  user_not_editable: failure(200),
  role_not_grantable: failure(200),
  user_not_creatable: failure(200),
  root_not_bannable: failure(200),
  root_not_deletable: failure(200),
  root_not_demotable: failure(200),
  user_locked: failure(200),
  promotion_requires_root: failure(200),
  already_admin: failure(200),
  already_user: failure(200),
  user_not_deletable: failure(200),
  root_account_not_deletable: failure(200),
  quota_too_large: failure(200),
  transfer_too_small: failure(200, { quota: 'string' }),
  reward_too_low: failure(200),
  notify_type_unknown: failure(200),
  quota_threshold_not_positive: failure(200),
  webhook_url_missing: failure(200),
  webhook_url_invalid: failure(200),
  webhook_url_not_https: failure(200),
  notification_email_invalid: failure(200),
  setup_finished: failure(400),
  setup_body_malformed: failure(400),
  setup_passwords_differ: failure(400),
  setup_password_short: failure(400),
  setup_username_invalid: failure(400),
  setup_username_taken: failure(400),

  // Registration, mail codes and password resets
  turnstile_missing: failure(200),
  turnstile_failed: failure(200),
  turnstile_unreachable: failure(200),
  password_registration_closed: failure(200),
  email_code_required: failure(200),
  email_code_wrong: failure(200),
  registration_username_taken: failure(200),
  default_token_failed: failure(200),
  email_domain_refused: failure(200),
  email_alias_refused: failure(200),
  email_malformed: failure(200),
  mail_too_soon: failure(200, { seconds: 'number' }),
  email_taken: failure(200),
  reset_link_wrong: failure(200),

  // Third-party sign-in
  oauth_state_wrong: failure(403),
  registration_closed: failure(200),
  account_deleted: failure(200),
  github_disabled: failure(200),
  github_taken: failure(200),
  github_unreachable: failure(200),
  github_empty: failure(200),
  oidc_disabled: failure(200),
  oidc_taken: failure(200),
  oidc_unreachable: failure(200),
  oidc_token_failed: failure(200),
  oidc_user_failed: failure(200),
  oidc_user_empty: failure(200),
  linuxdo_disabled: failure(200),
  linuxdo_taken: failure(200),
  linuxdo_refused: failure(200, { message: 'string' }),
  linuxdo_code_missing: failure(200),
  linuxdo_unreachable: failure(200),
  linuxdo_token_failed: failure(200, { message: 'string' }),
  linuxdo_user_failed: failure(200),
  linuxdo_user_empty: failure(200),
  linuxdo_trust_too_low: failure(200),
  linuxdo_not_active: failure(200),
  wechat_disabled: failure(200),
  wechat_taken: failure(200),
  wechat_unreachable: failure(200),
  wechat_refused: failure(200, { message: 'string' }),
  wechat_code_wrong: failure(200),
  telegram_disabled: failure(200),
  telegram_taken: failure(200),
  telegram_request_invalid: failure(200),
  telegram_not_linked: failure(200),

  // Tokens
  token_not_found: failure(200),
  token_id_missing: failure(200),
  token_name_missing: failure(200),
  token_name_too_long: failure(200),
  token_expiry_past: failure(200),
  token_quota_negative: failure(200),
  token_group_forbidden: failure(200),
  token_still_expired: failure(200),
  token_still_exhausted: failure(200),

  // Channels
  channel_not_found: failure(200),
  channel_incomplete: failure(200),
  channel_keys_too_many: failure(200, { most: 'number' }),
  channel_key_required: failure(200),
  channel_key_missing: failure(200),
  channel_single_key_only: failure(200),
  channel_without_models: failure(200),
  channel_model_too_long: failure(200, { model: 'string' }),
  channel_mapping_not_json: failure(200),
  channel_mapping_cycle: failure(200),
  channel_field_not_json: failure(200),
  channel_region_missing: failure(200),
  channel_region_without_default: failure(200),
  /** `type`: the name of the channel type. */
  channel_type_not_served: failure(200, { type: 'string' }),
  channel_parameters: failure(200),
  channel_tag_missing: failure(200),
  channel_balances_running: failure(200),
  upstream_info_unsupported: failure(200),
  upstream_info_unreachable: failure(200),
  upstream_info_status: failure(200, { status: 'number' }),
  upstream_info_unreadable: failure(200, { detail: 'string' }),
  channel_tests_running: failure(200),
  channel_test_unsupported: failure(200, { detail: 'string' }),
  model_not_testable: failure(200, { model: 'string' }),
  channel_test_without_usage: failure(200),
  channel_test_failed: failure(200, { detail: 'string' }),

  // Options
  option_body_malformed: failure(400),
  github_needs_client: failure(200),
  oidc_needs_client: failure(200),
  linuxdo_needs_client: failure(200),
  telegram_needs_token: failure(200),
  wechat_needs_server: failure(200),
  turnstile_needs_key: failure(200),
  email_domains_needed: failure(200),
  image_address_refused: failure(400),
  option_value_invalid: failure(400, { key: 'string' }),
  option_unknown: failure(400, { key: 'string' }),
  option_not_headers: failure(400),
  option_not_json: failure(400),
  option_not_fraction: failure(400),
  option_needs_root: failure(403, { key: 'string' }),
  option_page_needs_root: failure(403, { key: 'string' }),
  group_ratio_negative: failure(200, { group: 'string' }),

  // Mail and webhooks
  smtp_not_configured: failure(200),
  smtp_account_invalid: failure(200),
  mail_not_sent: failure(200, { reason: 'string' }),

  // Redemption, payment, dashboards and the log
  redemption_not_found: failure(200),
  redemption_id_missing: failure(200),
  redemption_name_length: failure(200),
  redemption_count_too_small: failure(200),
  redemption_count_too_large: failure(200),
  redemption_quota_negative: failure(200),
  redemption_quota_too_large: failure(200),
  redemption_used: failure(200),
  redemption_not_editable: failure(200),
  redemption_key_missing: failure(200),
  redeem_key_unknown: failure(200),
  redeem_key_used: failure(200),
  payment_parameters: failure(200),
  payment_amount_too_small: failure(200, { min: 'number' }),
  payment_money_too_low: failure(200),
  payment_not_configured: failure(200),
  payment_order_failed: failure(200),
  log_not_found: failure(200),
  log_target_missing: failure(200),
  data_span_too_long: failure(200),
} as const;

/** Errors of the relay routes. The code is part of their answers. */
export const relayErrors = {
  no_token: failure(401),
  unknown_token: failure(401),
  token_exhausted: failure(401, { key: 'string' }),
  token_expired: failure(401),
  token_unavailable: failure(401),
  token_empty: failure(401, { key: 'string', quota: 'number' }),
  owner_banned: failure(403),
  pin_forbidden: failure(403),
  ip_forbidden: failure(403),
  token_group_disabled: failure(403, { group: 'string' }),
  group_retired: failure(403, { group: 'string' }),
  pinned_channel_unknown: failure(400),
  pinned_channel_disabled: failure(403),
  model_forbidden: failure(403, { model: 'string' }),
  no_model_allowed: failure(403),
  model_not_found: failure(503, { group: 'string', model: 'string' }),
  model_unknown: failure(404, { group: 'string', model: 'string' }),
  invalid_request: failure(400, { detail: 'string' }),
  invalid_text_request: failure(400, { detail: 'string' }),
  invalid_claude_request: failure(400, { detail: 'string' }),
  invalid_gemini_request: failure(400, { detail: 'string' }),
  invalid_embedding_request: failure(400, { detail: 'string' }),
  invalid_image_request: failure(400, { detail: 'string' }),
  invalid_audio_request: failure(400, { detail: 'string' }),
  invalid_query: failure(400, { detail: 'string' }),
  invalid_documents: failure(400, { detail: 'string' }),
  unsupported_parameter: failure(400, { detail: 'string' }),
  convert_request_failed: failure(400, { detail: 'string' }),
  channels_full: failure(429),
  body_too_large: failure(413, { limit: 'number' }),
  form_not_kept: failure(503),
  body_encoding: failure(400),
  sensitive_words_detected: failure(400),
  model_mapped_error: failure(500, { detail: 'string' }),
  param_override_invalid: failure(500),
  model_price_unset_admin: failure(403, { model: 'string' }),
  model_price_unset: failure(403, { model: 'string' }),
  user_quota_empty: failure(403),
  user_quota_low: failure(403, { quota: 'number', need: 'number' }),
  token_quota_low: failure(403, { quota: 'number', need: 'number' }),
  rate_limit_total: failure(429, { minutes: 'number', count: 'number' }),
  rate_limit_success: failure(429, { minutes: 'number', count: 'number' }),
  books_unavailable: failure(503),
  journal_full: failure(503),
  draining: failure(503),
  upstream_saturated: failure(429),
  upstream_unreachable: failure(502),
  upstream_timeout: failure(504),
  upstream_broken: failure(502),
  stream_quota_exhausted: failure(403),
  response_not_found: failure(404, { id: 'string' }),
  upgrade_required: failure(426),
  session_quota_exhausted: failure(403),
  sessions_full: failure(429, { limit: 'number' }),
  session_idle: failure(408),
  session_expired: failure(408, { minutes: 'number' }),
  access_token_not_supported: failure(400),
  model_required: failure(400),
  group_not_allowed: failure(403),
  get_playground_channel_failed: failure(500, { group: 'string', model: 'string' }),
  not_implemented: failure(501),
} as const;

export const errorCodes = { ...managementErrors, ...relayErrors } as const;

export type ManagementErrorCode = keyof typeof managementErrors;
export type RelayErrorCode = keyof typeof relayErrors;
export type ErrorCode = keyof typeof errorCodes;

/** Names and types of the parameters of a code. */
export type ErrorParams<C extends ErrorCode> = {
  readonly [
    P in keyof (typeof errorCodes)[C]['params']
  ]: (typeof errorCodes)[C]['params'][P] extends keyof ParamTypes
    ? ParamTypes[(typeof errorCodes)[C]['params'][P]]
    : never;
};

/** Codes whose texts have no parameters. */
export type PlainErrorCode = {
  [C in ErrorCode]: keyof ErrorParams<C> extends never ? C : never;
}[ErrorCode];
export type ParameterizedErrorCode = Exclude<ErrorCode, PlainErrorCode>;

/** @returns false for texts that are no code without parameters, such as a message of a validation library */
export function isPlainErrorCode(text: string): text is PlainErrorCode {
  const codes: Readonly<Record<string, Failure<ParamKinds>>> = errorCodes;
  const found = Object.hasOwn(codes, text) ? codes[text] : undefined;
  return found !== undefined && Object.keys(found.params).length === 0;
}
