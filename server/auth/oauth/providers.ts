import type { PlainErrorCode } from '../../contract/errors/codes.js';
import type { OptionReader } from '../../options/options.service.js';
import type { User } from '../../users/user.entity.js';

export const providerNames = ['github', 'oidc', 'linuxdo', 'wechat', 'telegram'] as const;
export type ProviderName = (typeof providerNames)[number];

/** Settings of a provider for sign-in and binding, once the identity is known. */
export interface ProviderFacts {
  readonly isEnabled: (options: OptionReader) => boolean;
  readonly disabled: PlainErrorCode;
  readonly taken: PlainErrorCode;
  /** Property of `User` that stores the identity. */
  readonly property: 'githubId' | 'oidcId' | 'linuxDoId' | 'wechatId' | 'telegramId';
  /** Prefix of generated names, for identities without a preferred name. */
  readonly namePrefix: string;
}

export const providers: Readonly<Record<ProviderName, ProviderFacts>> = {
  github: {
    isEnabled: (options) => options.get('GitHubOAuthEnabled'),
    disabled: 'github_disabled',
    taken: 'github_taken',
    property: 'githubId',
    namePrefix: 'github_',
  },
  oidc: {
    isEnabled: (options) => options.get('oidc.enabled'),
    disabled: 'oidc_disabled',
    taken: 'oidc_taken',
    property: 'oidcId',
    namePrefix: 'oidc_',
  },
  linuxdo: {
    isEnabled: (options) => options.get('LinuxDOOAuthEnabled'),
    disabled: 'linuxdo_disabled',
    taken: 'linuxdo_taken',
    property: 'linuxDoId',
    namePrefix: 'linuxdo_',
  },
  wechat: {
    isEnabled: (options) => options.get('WeChatAuthEnabled'),
    disabled: 'wechat_disabled',
    taken: 'wechat_taken',
    property: 'wechatId',
    namePrefix: 'wechat_',
  },
  telegram: {
    isEnabled: (options) => options.get('TelegramOAuthEnabled'),
    disabled: 'telegram_disabled',
    taken: 'telegram_taken',
    property: 'telegramId',
    namePrefix: 'telegram_',
  },
};

/** A user's identity as confirmed by a provider. */
export interface Identity {
  readonly provider: ProviderName;
  /** Permanent and never reassigned; not empty. */
  readonly id: string;
  /** Former identifier, which imported accounts may still store: matched once, then replaced by the id. */
  readonly formerId?: string;
  /** Preferred name for a new account. */
  readonly preferredName?: string;
  readonly displayName: string;
  /** Only set if the provider has verified the address. */
  readonly email?: string;
  /** Error code if this identity may not create an account. Existing accounts can still sign in. */
  readonly noSignUp?: PlainErrorCode;
}

export type SignedInUser = Pick<
  User,
  'id' | 'username' | 'displayName' | 'role' | 'status' | 'group' | 'sessionVersion'
>;
