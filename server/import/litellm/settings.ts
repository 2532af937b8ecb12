import { record } from '../../dialects/json/lenient.js';
import type { Note } from '../rules.js';
import type { SourceRow } from '../sources/source.js';
import type { LiteLlmConfig } from './config-file.js';

type Settings = Pick<LiteLlmConfig, 'router' | 'litellm' | 'general' | 'unknown'>;

const FALLBACKS = ['fallbacks', 'context_window_fallbacks', 'content_policy_fallbacks', 'default_fallbacks'];
/** Options here, by names of settings of `router_settings` and `litellm_settings`, the first of which applies. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  RetryTimes: ['num_retries'],
  FirstByteTimeout: ['timeout', 'request_timeout'],
  FirstTokenTimeout: ['stream_timeout'],
};
/** Settings that are read, or that say how LiteLLM itself runs. */
const READ: ReadonlySet<string> = new Set([
  ...FALLBACKS,
  ...Object.values(OPTIONS).flat(),
  ...words('model_group_alias master_key salt_key database_url store_model_in_db set_verbose json_logs'),
  ...words('redis_host redis_port redis_password'),
]);

/** Settings that exist here, too. */
export function settingOptions({ router, litellm }: Settings): SourceRow[] {
  return Object.entries(OPTIONS).flatMap(([key, names]) => {
    const value = [router, litellm]
      .flatMap((one) => names.map((name) => one[name]))
      .find((one) => typeof one === 'number');
    return value === undefined ? [] : [{ key, value: String(value) }];
  });
}

/** What is not imported of the settings. */
export function settingNotes({ router, litellm, general, unknown }: Settings): Note[] {
  const notes: Note[] = [];
  const sections = { router_settings: router, litellm_settings: litellm, general_settings: general };
  for (const [table, section] of Object.entries(sections)) {
    const left = Object.keys(section).filter((name) => !READ.has(name));
    if (left.length > 0)
      notes.push({ table, id: '', code: 'settings_left', detail: left.toSorted().join(', ') });
    for (const name of FALLBACKS)
      for (const [model, others] of fallbacksOf(section[name]))
        notes.push({ table, id: model, code: 'fallback_left', detail: `${name}: ${others}` });
  }
  if (general.master_key !== undefined)
    notes.push({ table: 'general_settings', id: 'master_key', code: 'master_key_left', detail: '' });
  if (unknown.length > 0)
    notes.push({ table: 'config.yaml', id: '', code: 'settings_left', detail: unknown.join(', ') });
  return notes;
}

/** A list of objects with models by the model that they replace, or of models that replace any. */
function fallbacksOf(value: unknown): [model: string, others: string][] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  return list.flatMap((one): [string, string][] =>
    typeof one === 'string'
      ? [['*', one]]
      : Object.entries(record(one)).map(([model, others]) => [model, [others].flat().map(String).join(', ')]),
  );
}

function words(text: string): string[] {
  return text.split(' ');
}
