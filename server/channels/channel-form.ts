import { ApiError } from '../contract/errors/api-error.js';
import { keyReferenceScheme } from '../contract/key-reference.js';
import { upstreamSetting } from '../contract/resources/channels/channel-upstream.js';
import { definedColumns, type ColumnsFor } from '../core/postgres/entity-columns.js';
import { record } from '../dialects/json/lenient.js';
import type { KeyForm, ProviderForm } from '../dialects/kit/define-provider.js';
import { definitionOf, isServed } from '../dialects/providers/registry.js';
import type { Channel } from './channel.entity.js';
import type { ChannelFields } from '../contract/resources/channels/channel.js';
import {
  hasCycle,
  readModelMapping,
  readParamOverride,
  readSetting,
  readStatusCodeMapping,
  UnreadableColumn,
} from './channel-settings.js';

const MAX_MODEL_LENGTH = 255;

/**
 * The columns a form sets. Fields that are absent or null keep their values, and so do empty keys, names, models and groups.
 */
export type ChannelColumns = Partial<
  Pick<
    Channel,
    | 'type'
    | 'key'
    | 'openaiOrganization'
    | 'testModel'
    | 'name'
    | 'weight'
    | 'baseUrl'
    | 'other'
    | 'models'
    | 'group'
    | 'modelMapping'
    | 'statusCodeMapping'
    | 'priority'
    | 'autoBan'
    | 'tag'
    | 'setting'
    | 'paramOverride'
    | 'maxInputTokens'
  >
>;

/**
 * Converts the form fields to column values. `key` stays unencrypted.
 * @throws ApiError for invalid JSON, mapping cycles and model names that are too long
 */
export function columnsOf(form: ChannelFields): ChannelColumns {
  checkJson(form);
  const columns = {
    type: form.type ?? undefined,
    key: form.key?.trim() || undefined,
    openaiOrganization: form.openai_organization?.trim(),
    testModel: form.test_model?.trim(),
    name: form.name?.trim() || undefined,
    weight: form.weight ?? undefined,
    baseUrl: form.base_url?.replace(/\/+$/, ''),
    other: form.other?.trim(),
    models: form.models == null ? undefined : modelList(form.models) || undefined,
    group: form.group == null ? undefined : commaList(form.group).join(',') || undefined,
    modelMapping: form.model_mapping?.trim(),
    statusCodeMapping: form.status_code_mapping?.trim(),
    priority: form.priority ?? undefined,
    autoBan: form.auto_ban ?? undefined,
    tag: form.tag == null ? undefined : form.tag.trim() || null,
    setting: form.setting?.trim(),
    paramOverride: form.param_override?.trim(),
    maxInputTokens: form.max_input_tokens ?? undefined,
  } satisfies ChannelColumns & ColumnsFor<Exclude<keyof ChannelFields, 'status'>>;
  return definedColumns<ChannelColumns>(columns);
}

/** Applies the rules that depend on the type. @returns the value of `other` @throws ApiError */
export function completeOther(channel: { type: number; other: string }): string {
  const { other } = definitionOf(channel.type)?.form ?? {};
  const value = channel.other || (other?.default ?? '');
  const code = other?.check?.(value);
  if (code) throw new ApiError(code);
  return value;
}

/**
 * Checks keys against the format of the type.
 * @param keys one per channel; a channel with several keys has one per line
 * @throws ApiError channel_key_parts, or the code of the type's own check
 */
export function checkKeys(type: number, keys: readonly string[], setting: string | null | undefined): void {
  const { multiKey } = readSetting(setting ?? null);
  const lines = multiKey ? keys.flatMap((key) => key.split('\n')) : keys;
  checkKeyForm(
    definitionOf(type)?.form,
    lines.filter((line) => keyReferenceScheme(line.trim()) === undefined),
  );
}

/** @throws ApiError as `checkKeys` */
export function checkKeyForm(form: ProviderForm | undefined, keys: readonly string[]): void {
  const { keyForms, checkKey } = form ?? {};
  for (const key of keys) {
    if (keyForms && !keyForms.some((one) => hasParts(key, one)))
      throw new ApiError('channel_key_parts', { format: keyForms.map(formatOf).join(' / ') });
    const code = checkKey?.(key);
    if (code) throw new ApiError(code);
  }
}

function hasParts(key: string, { parts }: KeyForm): boolean {
  const values = key.split('|');
  const least = parts.filter(({ isOptional }) => !isOptional).length;
  return (
    values.length >= least && values.length <= parts.length && values.every((part) => part.trim() !== '')
  );
}

function formatOf({ parts }: KeyForm): string {
  return parts.map(({ label, isOptional }) => (isOptional ? `[${label.en}]` : label.en)).join('|');
}

/**
 * New channels need a type that can serve requests; imported channels of other types can be edited and deleted.
 * @throws ApiError channel_type_not_served
 */
export function checkServed(type: number): void {
  if (isServed(type)) return;
  throw new ApiError('channel_type_not_served', { type: definitionOf(type)?.name.en ?? String(type) });
}

/**
 * Splits a form's key into one key per channel: one per line, unless the channel uses all lines itself (`multi_key`) or the
 * key is one document of several lines.
 */
export function splitKeys(type: number, key: string, setting: string | null | undefined): string[] {
  if (definitionOf(type)?.form?.keyIsDocument || readSetting(setting ?? null).multiKey)
    return [key.trim()].filter((one) => one !== '');
  return key
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function modelList(text: string): string {
  const models = commaList(text);
  const tooLong = models.find((model) => model.length > MAX_MODEL_LENGTH);
  if (tooLong !== undefined) throw new ApiError('channel_model_too_long', { model: tooLong });
  return models.join(',');
}

function checkJson(form: ChannelFields): void {
  try {
    const mapping = readModelMapping(form.model_mapping ?? null);
    if (mapping && hasCycle(mapping)) throw new ApiError('channel_mapping_cycle');
    readStatusCodeMapping(form.status_code_mapping ?? null);
    readSetting(form.setting ?? null);
    readParamOverride(form.param_override ?? null);
  } catch (error) {
    if (!(error instanceof UnreadableColumn)) throw error;
    if (error.column === 'setting') checkUpstream(form.setting ?? '');
    throw new ApiError(
      error.column === 'model_mapping' ? 'channel_mapping_not_json' : 'channel_field_not_json',
    );
  }
}

/** Names the invalid member of paths and headers. @throws ApiError channel_upstream_invalid */
function checkUpstream(setting: string): void {
  const { upstream } = record(parsed(setting));
  const { error } = upstreamSetting.optional().safeParse(upstream);
  const [issue] = error?.issues ?? [];
  if (issue)
    throw new ApiError('channel_upstream_invalid', { member: ['upstream', ...issue.path].join('.') });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Splits a comma-separated list, without blanks, empty entries and duplicates. */
export function commaList(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}
