import { z } from 'zod';
import { license, repository, version } from '../core/version.js';
import type { OptionsService } from '../options/options.service.js';

const chats = z.array(z.record(z.string(), z.string()));
/** Start of the process, Unix seconds. */
const startTime = Math.floor(Date.now() / 1000 - process.uptime());

/** Members of `GET /api/status`; all are always present. */
export const statusAnswer = z.strictObject({
  version: z.string(),
  repository: z.string(),
  license: z.string(),
  start_time: z.int(),
  system_name: z.string(),
  logo: z.string(),
  footer_html: z.string(),
  server_address: z.string(),
  docs_link: z.string(),
  top_up_link: z.string(),
  chat_link: z.string(),
  chat_link2: z.string(),
  chats,
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
  price: z.number(),
  min_topup: z.number(),
  min_topup_amount: z.number(),
  enable_online_topup: z.boolean(),
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
  setup: z.boolean(),
});
export type PublicStatus = z.infer<typeof statusAnswer>;

/**
 * Status for unauthenticated clients; must not contain secrets.
 * @param setup true if the setup is complete; otherwise the console opens the wizard
 */
export function publicStatus(options: OptionsService, setup: boolean): PublicStatus {
  const inCurrency = options.boolean('DisplayInCurrencyEnabled');
  const payable = [options.text('PayAddress'), options.text('EpayId'), options.text('EpayKey')];
  return {
    version,
    repository,
    license,
    start_time: startTime,
    system_name: options.text('SystemName'),
    logo: options.text('Logo'),
    footer_html: options.text('Footer'),
    server_address: options.text('ServerAddress'),
    docs_link: options.text('general_setting.docs_link'),
    top_up_link: options.text('TopUpLink'),
    chat_link: options.text('ChatLink'),
    chat_link2: options.text('ChatLink2'),
    chats: options.json('Chats', chats),
    email_verification: options.boolean('EmailVerificationEnabled'),
    github_oauth: options.boolean('GitHubOAuthEnabled'),
    github_client_id: options.text('GitHubClientId'),
    oidc_enabled: options.boolean('oidc.enabled'),
    oidc_client_id: options.text('oidc.client_id'),
    oidc_authorization_endpoint: options.text('oidc.authorization_endpoint'),
    linuxdo_oauth: options.boolean('LinuxDOOAuthEnabled'),
    linuxdo_client_id: options.text('LinuxDOClientId'),
    linuxdo_minimum_trust_level: options.number('LinuxDOMinimumTrustLevel'),
    wechat_login: options.boolean('WeChatAuthEnabled'),
    wechat_qrcode: options.text('WeChatAccountQRCodeImageURL'),
    telegram_oauth: options.boolean('TelegramOAuthEnabled'),
    telegram_bot_name: options.text('TelegramBotName'),
    turnstile_check: options.boolean('TurnstileCheckEnabled'),
    turnstile_site_key: options.text('TurnstileSiteKey'),
    price: options.number('Price'),
    min_topup: options.number('MinTopUp'),
    // In the unit in which users enter amounts: USD, or quota units if amounts are displayed as such.
    min_topup_amount: options.number('MinTopUp') * (inCurrency ? 1 : options.number('QuotaPerUnit')),
    enable_online_topup: payable.every((text) => text !== ''),
    quota_per_unit: options.number('QuotaPerUnit'),
    display_in_currency: inCurrency,
    // Charges are always posted in batches.
    enable_batch_update: true,
    enable_drawing: options.boolean('DrawingEnabled'),
    enable_task: options.boolean('TaskEnabled'),
    enable_data_export: options.boolean('DataExportEnabled'),
    data_export_default_time: options.text('DataExportDefaultTime'),
    default_collapse_sidebar: options.boolean('DefaultCollapseSidebar'),
    mj_notify_enabled: options.boolean('MjNotifyEnabled'),
    demo_site_enabled: options.boolean('DemoSiteEnabled'),
    self_use_mode_enabled: options.boolean('SelfUseModeEnabled'),
    register_enabled: options.boolean('RegisterEnabled'),
    password_login_enabled: options.boolean('PasswordLoginEnabled'),
    password_register_enabled: options.boolean('PasswordRegisterEnabled'),
    setup,
  };
}
