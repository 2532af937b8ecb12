import { chatLinks, type StatusResponse } from '../contract/resources/status.js';
import { license, repository, version } from '../core/version.js';
import type { OptionsService } from '../options/options.service.js';

/** Start of the process, Unix seconds. */
const startTime = Math.floor(Date.now() / 1000 - process.uptime());

/**
 * Status for unauthenticated clients; must not contain secrets.
 * @param setup true if the setup is complete; otherwise the console opens the wizard
 */
export function publicStatus(options: OptionsService, setup: boolean): StatusResponse {
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
    chats: options.json('Chats', chatLinks),
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
