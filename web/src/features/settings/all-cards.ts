import type { CardSpec } from './form/fields';
import { MODEL_CARDS, RATE_LIMIT } from './models/cards';
import { OPERATION_CARDS } from './operation/cards';
import { NOTICE, PERSONALIZATION, RELEASE } from './other/cards';
import { MORE_RATIOS, RATIOS } from './ratio/cards';
import { EMAIL_DOMAINS, PAYMENT, SERVER, SIGN_IN, SMTP, WORKER } from './system/cards';
import { GITHUB, LINUXDO, OIDC, TELEGRAM, TURNSTILE, WECHAT } from './system/provider-cards';

export const TABS = ['operation', 'ratelimit', 'models', 'system', 'other'] as const;
export type Tab = (typeof TABS)[number];

/** The location of a card: its tab, and the `ratio` parameter of the URL if it needs one. */
export interface CardPlace {
  tab: Tab;
  card: CardSpec;
  ratio?: 'json' | 'more';
}

/** All cards; the settings search uses them. */
export const ALL_CARDS: CardPlace[] = [
  ...at('operation', OPERATION_CARDS),
  { tab: 'operation', card: RATIOS, ratio: 'json' },
  { tab: 'operation', card: MORE_RATIOS, ratio: 'more' },
  ...at('ratelimit', [RATE_LIMIT]),
  ...at('models', MODEL_CARDS),
  ...at('system', [SERVER, WORKER, PAYMENT, SIGN_IN, EMAIL_DOMAINS, SMTP]),
  ...at('system', [OIDC, GITHUB, LINUXDO, WECHAT, TELEGRAM, TURNSTILE]),
  ...at('other', [RELEASE, NOTICE, ...PERSONALIZATION]),
];

function at(tab: Tab, cards: CardSpec[]): CardPlace[] {
  return cards.map((card) => ({ tab, card }));
}
