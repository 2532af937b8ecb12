/** What the import reads of a source: tables with the columns that are used, of every release and fork that it knows. */
export const SOURCE_TABLES: Readonly<Record<string, readonly string[]>> = {
  users:
    words(`id username password display_name role status email github_id oidc_id wechat_id telegram_id linux_do_id access_token
    quota used_quota request_count group aff_code aff_count aff_quota aff_history aff_history_quota inviter_id deleted_at setting`),
  tokens:
    words(`id user_id key status name created_time accessed_time expired_time remain_quota unlimited_quota model_limits_enabled
    model_limits models allow_ips subnet used_quota group cross_group_retry deleted_at`),
  // The last four are reported one by one where they have a value.
  channels:
    words(`id type key open_ai_organization openai_organization test_model status name weight created_time test_time
    response_time base_url other balance balance_updated_time models group used_quota model_mapping status_code_mapping priority
    auto_ban other_info tag setting param_override channel_info config system_prompt proxy header_override settings remark plugin`),
  options: words('key value'),
  redemptions: words(
    `id user_id key status name quota created_time redeemed_time used_user_id expired_time deleted_at`,
  ),
  top_ups: words('id user_id amount money trade_no create_time complete_time status payment_method'),
  logs: words(`id user_id created_at type content username token_name model_name quota prompt_tokens completion_tokens use_time
    is_stream channel_id channel channel_name token_id group other request_id`),
  quota_data: words('id user_id username model_name created_at token_used count quota'),
  midjourneys:
    words(`id code user_id action mj_id prompt prompt_en description state submit_time start_time finish_time image_url
    status progress fail_reason channel_id quota buttons properties mode`),
  tasks:
    words(`id created_at updated_at task_id platform user_id channel_id quota action status fail_reason submit_time start_time
    finish_time progress properties data private_data`),
  // Of one-hub: they become options.
  prices: words('model type channel_type input output locked extra_ratios'),
  user_groups: words('id symbol name ratio api_rate public promotion min max enable'),
  // Derived from the channels, and the record of a setup.
  abilities: words('group model channel_id enabled priority weight tag'),
  setups: words('id version initialized_at'),
  // Whose users are listed.
  two_fas: words('user_id is_enabled'),
  passkey_credentials: ['user_id'],
  user_oauth_bindings: ['user_id'],
  user_subscriptions: ['user_id'],
};

/** Tables that have users for whom a note is made, with its code. */
export const NOTED_TABLES = {
  two_fas: 'second_factor',
  passkey_credentials: 'second_factor',
  user_oauth_bindings: 'second_factor',
  user_subscriptions: 'subscription',
} as const;

/** Those of second factors. Their users are asked to set one up here. */
export const FACTOR_TABLES: readonly string[] = ['two_fas', 'passkey_credentials'];

function words(text: string): string[] {
  return text.split(/\s+/);
}
