import type { StatusResponse } from '../contract/resources/status.js';
import { license, repository, version } from '../core/version.js';
import type { OptionsService } from '../options/options.service.js';

/** Start of the process, Unix seconds. */
const startTime = Math.floor(Date.now() / 1000 - process.uptime());

/**
 * Status for unauthenticated clients; must not contain secrets.
 * @param setup true if the setup is complete; otherwise the console opens the wizard
 */
export function publicStatus(options: OptionsService, setup: boolean): StatusResponse {
  const inCurrency = options.get('DisplayInCurrencyEnabled');
  const payable = [options.get('PayAddress'), options.get('EpayId'), options.get('EpayKey')];
  return {
    version,
    repository,
    license,
    start_time: startTime,
    system_name: options.get('SystemName'),
    logo: options.get('Logo'),
    accent_color: options.get('AccentColor'),
    footer_html: options.get('Footer'),
    server_address: options.get('ServerAddress'),
    docs_link: options.get('general_setting.docs_link'),
    top_up_link: options.get('TopUpLink'),
    chat_link: options.get('ChatLink'),
    chat_link2: options.get('ChatLink2'),
    chats: [...options.get('Chats')],
    email_verification: options.get('EmailVerificationEnabled'),
    github_oauth: options.get('GitHubOAuthEnabled'),
    github_client_id: options.get('GitHubClientId'),
    oidc_enabled: options.get('oidc.enabled'),
    oidc_client_id: options.get('oidc.client_id'),
    oidc_authorization_endpoint: options.get('oidc.authorization_endpoint'),
    linuxdo_oauth: options.get('LinuxDOOAuthEnabled'),
    linuxdo_client_id: options.get('LinuxDOClientId'),
    linuxdo_minimum_trust_level: options.get('LinuxDOMinimumTrustLevel'),
    wechat_login: options.get('WeChatAuthEnabled'),
    wechat_qrcode: options.get('WeChatAccountQRCodeImageURL'),
    telegram_oauth: options.get('TelegramOAuthEnabled'),
    telegram_bot_name: options.get('TelegramBotName'),
    turnstile_check: options.get('TurnstileCheckEnabled'),
    turnstile_site_key: options.get('TurnstileSiteKey'),
    price: options.get('Price'),
    min_topup: options.get('MinTopUp'),
    // In the unit in which users enter amounts: USD, or quota units if amounts are displayed as such.
    min_topup_amount: options.get('MinTopUp') * (inCurrency ? 1 : options.get('QuotaPerUnit')),
    enable_online_topup: payable.every((text) => text !== ''),
    quota_per_unit: options.get('QuotaPerUnit'),
    display_in_currency: inCurrency,
    // Charges are always posted in batches.
    enable_batch_update: true,
    enable_drawing: options.get('DrawingEnabled'),
    enable_task: options.get('TaskEnabled'),
    enable_data_export: options.get('DataExportEnabled'),
    data_export_default_time: options.get('DataExportDefaultTime'),
    default_collapse_sidebar: options.get('DefaultCollapseSidebar'),
    mj_notify_enabled: options.get('MjNotifyEnabled'),
    demo_site_enabled: options.get('DemoSiteEnabled'),
    self_use_mode_enabled: options.get('SelfUseModeEnabled'),
    register_enabled: options.get('RegisterEnabled'),
    password_login_enabled: options.get('PasswordLoginEnabled'),
    password_register_enabled: options.get('PasswordRegisterEnabled'),
    status_page_enabled: options.get('StatusPageEnabled'),
    setup,
  };
}
