import type { Status } from '../../../lib/api/use-status';

/** Providers that sign in by redirect and return to `/oauth/{provider}`. */
export type RedirectProvider = 'github' | 'oidc' | 'linuxdo';
export type Provider = RedirectProvider | 'wechat' | 'telegram';

const SWITCHES: Record<Provider, keyof Status> = {
  github: 'github_oauth',
  oidc: 'oidc_enabled',
  linuxdo: 'linuxdo_oauth',
  wechat: 'wechat_login',
  telegram: 'telegram_oauth',
};

const ORDER = ['github', 'oidc', 'linuxdo', 'wechat', 'telegram'] as const;

/** Names that are the same in every language; WeChat's name is translated. */
export const PROVIDER_NAMES: Record<Exclude<Provider, 'wechat'>, string> = {
  github: 'GitHub',
  oidc: 'OIDC',
  linuxdo: 'Linux DO',
  telegram: 'Telegram',
};

/** The sign-in providers that the operator enabled, in display order. */
export function providersOf(status: Status): Provider[] {
  return ORDER.filter((provider) => status[SWITCHES[provider]] === true);
}

export function isRedirectProvider(name: string | undefined): name is RedirectProvider {
  return name === 'github' || name === 'oidc' || name === 'linuxdo';
}
