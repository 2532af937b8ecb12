import type { Envelope } from '#contract/envelope';
import { QUOTA_PER_USD } from '#contract/quota';
import type { StatusResponse } from '#contract/resources/status';
import { useEffect } from 'react';
import i18next from 'i18next';
import useSWR, { preload } from 'swr';
import { textsStarted } from '../../text';
import type { Money } from '../format/format';
import { readJson, readText, writeJson, writeText } from '../browser/storage';
import { toast } from '../interaction/toast';

/** Used until the first response. */
const FALLBACK = {
  system_name: 'Tollgate',
  logo: '',
  accent_color: '',
  footer_html: '',
  version: '',
  repository: '',
  license: '',
  start_time: 0,
  server_address: '',
  docs_link: '',
  quota_per_unit: QUOTA_PER_USD,
  display_in_currency: true,
  default_collapse_sidebar: false,
  self_use_mode_enabled: false,
  demo_site_enabled: false,
  enable_drawing: false,
  enable_task: false,
  enable_data_export: false,
  setup: true,
  register_enabled: true,
  password_login_enabled: true,
  password_register_enabled: true,
  email_verification: false,
  turnstile_check: false,
  turnstile_site_key: '',
  github_oauth: false,
  github_client_id: '',
  oidc_enabled: false,
  oidc_client_id: '',
  oidc_authorization_endpoint: '',
  linuxdo_oauth: false,
  linuxdo_client_id: '',
  wechat_login: false,
  wechat_qrcode: '',
  telegram_oauth: false,
  telegram_bot_name: '',
  chats: [],
  price: 0,
  min_topup: 1,
  min_topup_amount: 1,
  top_up_link: '',
  enable_online_topup: false,
  data_export_default_time: 'hour',
  mj_notify_enabled: false,
  status_page_enabled: false,
} satisfies Partial<StatusResponse>;

/** The fields of the installation's status that the console reads. */
export type Status = Pick<StatusResponse, keyof typeof FALLBACK>;

const COPIED = [
  'system_name',
  'logo',
  'footer_html',
  'quota_per_unit',
  'display_in_currency',
  'enable_drawing',
  'enable_task',
  'enable_data_export',
  'data_export_default_time',
  'mj_notify_enabled',
] as const;

/** Starts the request before the first render; `useStatus` uses its response and reports its failure. */
export function preloadStatus(): void {
  preload('/api/status', fetchStatus).catch(() => undefined);
}

/** Returns the stored copy first, so that a slow or failed call never blanks the page. */
export function useStatus(): Status {
  const { data, error } = useSWR('/api/status', fetchStatus, {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
    fallbackData: stored(),
  });
  useEffect(() => {
    if (error instanceof Error) toast.error(error.message);
  }, [error]);
  return data;
}

/** True on the very first visit, until the server's status has loaded. */
export function useStatusPending(): boolean {
  const { isLoading } = useSWR('/api/status', fetchStatus, {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  return isLoading && readJson('status') === undefined;
}

export function useMoney(): Money {
  const { quota_per_unit, display_in_currency } = useStatus();
  return { perUnit: quota_per_unit, asCurrency: display_in_currency };
}

/** The gateway's public address, as clients use it. */
export function useServerAddress(): string {
  return useStatus().server_address || location.origin;
}

async function fetchStatus(path: string): Promise<Status> {
  const response = await fetch(path, {
    headers: { 'Cache-Control': 'no-store' },
    signal: AbortSignal.timeout(15_000),
  }).catch(async (problem: unknown) => {
    await textsStarted;
    throw new Error(i18next.t('http.statusFailed'), { cause: problem });
  });
  await textsStarted;
  const answer = await readAnswer(response);
  if (!answer.success) throw new Error(i18next.t('http.noServer'));
  const status = { ...FALLBACK, ...answer.data };
  remember(status);
  return status;
}

async function readAnswer(response: Response): Promise<Envelope<Partial<Status>>> {
  try {
    return (await response.json()) as Envelope<Partial<Status>>;
  } catch (problem) {
    throw new Error(i18next.t('http.statusFailed'), { cause: problem });
  }
}

function remember(status: Status): void {
  writeJson('status', status);
  for (const key of COPIED) writeText(key, String(status[key]));
  writeJson('chats', status.chats);
  writeText('docs_link', status.docs_link || undefined);
  writeText('chat_link', undefined);
  writeText('chat_link2', undefined);
}

/** Parsed copy of the stored text: every amount in a table reads it. */
let copy: { text: string | undefined; status: Status } = { text: undefined, status: FALLBACK };

function stored(): Status {
  const text = readText('status');
  if (copy.text !== text) {
    const value = readJson('status');
    // Only the server knows whether setup is needed: the copy may be older than the setup.
    const isObject = typeof value === 'object' && value !== null;
    copy = { text, status: isObject ? { ...FALLBACK, ...value, setup: true } : FALLBACK };
  }
  return copy.status;
}
