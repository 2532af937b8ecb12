import { clientCodes } from '#contract/errors/client-codes';
import type { ErrorCode } from '#contract/errors/codes';
import { remedies } from '#contract/errors/remedies/index';
import type { Remedy } from '#contract/errors/remedies/remedy';
import { remedyTexts } from './error-text';

/** Page where an error can be ended, by the key of its name. */
export interface RemedyPage {
  to: string;
  name: `nav.${'tokens' | 'wallet' | 'pricing' | 'prices' | 'channels' | 'users' | 'settings'}`;
}

export interface ErrorRemedy {
  why: string;
  /** What the reader can do. */
  todo: string;
  page?: RemedyPage | undefined;
}

const TOKENS: RemedyPage = { to: '/token', name: 'nav.tokens' };
const PAGES: Partial<Record<Remedy, RemedyPage>> = {
  sendKey: TOKENS,
  renewToken: TOKENS,
  raiseTokenQuota: TOKENS,
  editToken: TOKENS,
  topUp: { to: '/topup', name: 'nav.wallet' },
  chooseModel: { to: '/pricing', name: 'nav.pricing' },
};
const CHANNELS: RemedyPage = { to: '/channel', name: 'nav.channels' };
const TROUBLED_CHANNELS: RemedyPage = { to: '/channel?sort=trouble&tag_mode=false', name: 'nav.channels' };
const ADMIN_PAGES: Partial<Record<Remedy, RemedyPage>> = {
  account: { to: '/user', name: 'nav.users' },
  topUp: { to: '/user', name: 'nav.users' },
  chooseModel: CHANNELS,
  waitForDrain: CHANNELS,
  correctMapping: CHANNELS,
  providerBusy: CHANNELS,
  checkProvider: TROUBLED_CHANNELS,
  replaceChannelKey: TROUBLED_CHANNELS,
  setPrice: { to: '/prices?view=unset', name: 'nav.prices' },
  changeContent: { to: '/setting?tab=operation#sensitive', name: 'nav.settings' },
};

/** Remedies by the codes that clients get; codes of the same name have the same remedy. */
const REMEDIES: Readonly<Record<string, Remedy>> = {
  ...Object.fromEntries(
    Object.entries(clientCodes).map(([code, shown]) => [shown, remedies[code as ErrorCode]]),
  ),
  ...remedies,
};
/** They say that a provider refused, and the status why. */
const BY_STATUS: readonly string[] = ['upstream_status'];

/**
 * The remedy of an error. Codes that a provider wrote are judged by its status.
 * @param code of the gateway or a provider; '' = unknown
 * @param status HTTP status of the provider, else that of the response; 0 = no response
 */
export function remedyNameOf(code: string, status: number): Remedy {
  const own = Object.hasOwn(REMEDIES, code) ? REMEDIES[code] : undefined;
  if (own !== undefined && !BY_STATUS.includes(code)) return own;
  if (status === 401 || status === 403) return 'replaceChannelKey';
  if (status === 402 || status === 429) return 'providerBusy';
  if (status >= 400 && status < 500) return own ?? 'correctRequest';
  return own ?? 'checkProvider';
}

/** @returns undefined until the texts of the console are loaded */
export function errorRemedy(code: string, status: number, isAdmin: boolean): ErrorRemedy | undefined {
  const name = remedyNameOf(code, status);
  const text = remedyTexts()?.[name];
  if (!text) return undefined;
  const { why, todo, admin } = text;
  return isAdmin
    ? { why, todo: admin ?? todo, page: ADMIN_PAGES[name] ?? PAGES[name] }
    : { why, todo, page: PAGES[name] };
}
