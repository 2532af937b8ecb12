import type { TextCode } from '../../core/text/index.js';
import type { BooleanKey } from '../../options/registry.js';
import type { User } from '../../users/user.entity.js';

export const providerNames = ['github', 'oidc', 'linuxdo', 'wechat', 'telegram'] as const;
export type ProviderName = (typeof providerNames)[number];

/** What is different from one provider to the next once somebody's identity is known. */
export interface ProviderFacts {
  readonly enabledBy: BooleanKey;
  readonly disabled: TextCode;
  readonly taken: TextCode;
  /** Where accounts keep the identity. */
  readonly property: 'githubId' | 'oidcId' | 'linuxDoId' | 'wechatId' | 'telegramId';
  /** New accounts without a wish are called this, and a number. */
  readonly namePrefix: string;
}

export const providers: Readonly<Record<ProviderName, ProviderFacts>> = {
  github: {
    enabledBy: 'GitHubOAuthEnabled',
    disabled: 'github_disabled',
    taken: 'github_taken',
    property: 'githubId',
    namePrefix: 'github_',
  },
  oidc: {
    enabledBy: 'oidc.enabled',
    disabled: 'oidc_disabled',
    taken: 'oidc_taken',
    property: 'oidcId',
    namePrefix: 'oidc_',
  },
  linuxdo: {
    enabledBy: 'LinuxDOOAuthEnabled',
    disabled: 'linuxdo_disabled',
    taken: 'linuxdo_taken',
    property: 'linuxDoId',
    namePrefix: 'linuxdo_',
  },
  wechat: {
    enabledBy: 'WeChatAuthEnabled',
    disabled: 'wechat_disabled',
    taken: 'wechat_taken',
    property: 'wechatId',
    namePrefix: 'wechat_',
  },
  telegram: {
    enabledBy: 'TelegramOAuthEnabled',
    disabled: 'telegram_disabled',
    taken: 'telegram_taken',
    property: 'telegramId',
    namePrefix: 'telegram_',
  },
};

/** Somebody as a provider vouches for them. */
export interface Identity {
  readonly provider: ProviderName;
  /** Never changes and is never given to somebody else; not empty. */
  readonly id: string;
  /** What imported accounts may know them by instead: matched once, then replaced by the id. */
  readonly formerId?: string;
  /** What a new account would like to be called. */
  readonly wish?: string;
  readonly displayName: string;
  /** Only an address the provider vouches for. */
  readonly email?: string;
  /** Why no account is made for them, if none is. Accounts that exist are not concerned. */
  readonly noSignUp?: TextCode;
}

export type SignedInUser = Pick<
  User,
  'id' | 'username' | 'displayName' | 'role' | 'status' | 'group' | 'sessionVersion'
>;
