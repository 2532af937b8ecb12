import { alertsCard } from './cards/alerts.js';
import { claudeCard, geminiCard, globalCard, rateLimitCard } from './cards/models.js';
import { drawingCard } from './cards/drawings.js';
import { auditCard } from './cards/audit.js';
import { chatsCard, groupRulesCard, groupsCard } from './cards/groups.js';
import { creditCard, dashboardCard, generalCard, logsCard, tokensCard } from './cards/operation.js';
import { moreRatiosCard, ratiosCard } from './cards/prices.js';
import { monitoringCard, relayCard, sensitiveCard } from './cards/relay.js';
import { secondFactorCard, signInCard } from './cards/sign-in.js';
import {
  githubCard,
  linuxdoCard,
  oidcCard,
  telegramCard,
  turnstileCard,
  wechatCard,
} from './cards/sign-in-providers.js';
import {
  aboutCard,
  accentCard,
  footerCard,
  homeCard,
  logoCard,
  noticeCard,
  releaseCard,
  systemNameCard,
} from './cards/site.js';
import { emailDomainsCard, paymentCard, serverCard, smtpCard, workerCard } from './cards/system.js';
import { usageEventsCard } from './cards/usage-events.js';
import type { Card, OptionDeclaration } from './declaration.js';
import type { JsonShape, JsonValues } from './json-shapes.js';
import type { StatusRanges } from './status-ranges.js';
import { unlistedOptions } from './unlisted.js';

const declaredCards = [
  generalCard,
  relayCard,
  drawingCard,
  sensitiveCard,
  logsCard,
  dashboardCard,
  monitoringCard,
  alertsCard,
  creditCard,
  tokensCard,
  chatsCard,
  groupsCard,
  groupRulesCard,
  ratiosCard,
  moreRatiosCard,
  rateLimitCard,
  globalCard,
  geminiCard,
  claudeCard,
  serverCard,
  workerCard,
  usageEventsCard,
  auditCard,
  paymentCard,
  signInCard,
  secondFactorCard,
  emailDomainsCard,
  smtpCard,
  oidcCard,
  githubCard,
  linuxdoCard,
  wechatCard,
  telegramCard,
  turnstileCard,
  releaseCard,
  noticeCard,
  systemNameCard,
  logoCard,
  accentCard,
  homeCard,
  aboutCard,
  footerCard,
] as const;

/** All cards of the settings page; those of a tab are shown in this order. */
export const cards: readonly Card[] = declaredCards;

type Intersection<U> = (U extends unknown ? (value: U) => void : never) extends (value: infer I) => void
  ? I
  : never;
type Declarations = Intersection<(typeof declaredCards)[number]['options']> & typeof unlistedOptions;

export type OptionKey = keyof Declarations;

type ValueOf<D> = D extends { kind: 'boolean' }
  ? boolean
  : D extends { kind: 'integer' | 'number' }
    ? number
    : D extends { kind: 'choice'; choices: readonly { value: infer V }[] }
      ? V
      : D extends { kind: 'statuses' }
        ? StatusRanges
        : D extends { kind: 'json'; shape: infer S extends JsonShape }
          ? JsonValues[S]
          : string;

/** The value of an option as code reads it. */
export type OptionValue<K extends OptionKey> = ValueOf<Declarations[K]>;

/** Every option by key; other keys are rejected. */
export const optionDeclarations: Readonly<Record<OptionKey, OptionDeclaration>> = Object.assign(
  {},
  unlistedOptions,
  ...cards.map(({ options }) => options),
);

/** Every key, sorted. */
export const optionKeys = Object.keys(optionDeclarations).filter(isOptionKey).toSorted();

export function isOptionKey(key: string): key is OptionKey {
  return Object.hasOwn(optionDeclarations, key);
}

/** Whether a change needs a recent confirmation by the one who makes it. */
export function isSensitiveOption(key: OptionKey): boolean {
  const { root, sensitive } = optionDeclarations[key];
  return root === true || sensitive === true;
}

/** The default as text, as the API shows it; '' if a feature registers it. */
export function defaultText({ default: value }: OptionDeclaration): string {
  if (value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
