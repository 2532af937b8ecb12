import { upstreamSetting } from '#contract/resources/channels/channel-upstream';
import { parseObject } from '../../../lib/format/json';
import { isRecord } from './channel-checks';

/** Endpoints that a channel can serve. */
export const ENDPOINTS = [
  ...(['chat', 'responses', 'messages', 'gemini', 'embeddings', 'rerank'] as const),
  ...(['images', 'images_edit', 'speech', 'transcription', 'realtime', 'video', 'completions'] as const),
] as const;

export const LIMITS = ['requests_per_minute', 'tokens_per_minute', 'concurrency', 'daily_quota'] as const;

const SWITCHES = [
  ...(['force_format', 'thinking_to_content', 'pass_through_body_enabled'] as const),
  ...(['system_prompt_override', 'multi_key'] as const),
] as const;
/** Seconds (one hour). */
const MAX_WAIT = 3600;

export type Setting = Record<string, unknown>;
export type SettingSwitch = (typeof SWITCHES)[number];

/** Parses the setting; undefined if the text is not a JSON object. */
export function readSetting(text: string): Setting | undefined {
  return text.trim() === '' ? {} : parseObject(text);
}

/** Sets one key of the JSON; an empty value removes the key. */
export function withSetting(text: string, key: string, value: unknown): string {
  const { [key]: _old, ...rest } = readSetting(text) ?? {};
  const next = isEmpty(value) ? rest : { ...rest, [key]: value };
  return Object.keys(next).length === 0 ? '' : JSON.stringify(next, null, 2);
}

export function isMultiKey(text: string): boolean {
  return readSetting(text)?.multi_key === true;
}

/** Why the server would reject the setting: the invalid key, or `notJson`. */
export function settingProblem(text: string): string | null {
  const setting = readSetting(text);
  if (!setting) return 'notJson';
  const wrong = Object.entries(setting).find(([key, value]) => !(CHECKS[key]?.(value) ?? true));
  return wrong?.[0] ?? null;
}

const CHECKS: Record<string, (value: unknown) => boolean> = {
  ...Object.fromEntries(SWITCHES.map((key) => [key, (value: unknown) => typeof value === 'boolean'])),
  proxy: (value) => value === '' || (typeof value === 'string' && /^(https?|socks5h?):\/\/\S+$/.test(value)),
  system_prompt: (value) => typeof value === 'string',
  first_token_timeout: (value) => typeof value === 'number' && value > 0 && value <= MAX_WAIT,
  mj_max_concurrency: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  endpoints: (value) => Array.isArray(value) && value.every((one) => ENDPOINTS.some((name) => name === one)),
  upstream: (value) => upstreamSetting.safeParse(value).success,
  limits: isLimits,
  key_limits: isLimits,
};

function isLimits(value: unknown): boolean {
  return (
    isRecord(value) &&
    Object.entries(value).every(
      ([key, limit]) => LIMITS.some((name) => name === key) && Number.isInteger(limit) && Number(limit) >= 0,
    )
  );
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === '' || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.keys(value).length === 0;
}
