import { ApiError } from '../contract/errors/api-error.js';
import { commaList } from './abilities.js';
import type { Channel } from './channel.entity.js';
import type { ChannelFields } from '../contract/resources/channel.js';
import {
  hasCycle,
  readModelMapping,
  readParamOverride,
  readSetting,
  readStatusCodeMapping,
  UnreadableColumn,
} from './channel-settings.js';

const VERTEX = 41;
const XUNFEI = 18;
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
  const columns: ChannelColumns = {
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
  };
  return given(columns);
}

/** Applies the rules that depend on the type. @returns the value of `other` @throws ApiError */
export function completeOther(channel: { type: number; other: string }): string {
  if (channel.type === XUNFEI && channel.other === '') return 'v2.1';
  if (channel.type === VERTEX) checkRegion(channel.other);
  return channel.other;
}

/**
 * Splits a form's key into one key per channel: one per line, unless the channel uses all lines itself (`multi_key`) or is
 * Vertex, whose credential is one JSON text of many lines.
 */
export function splitKeys(type: number, key: string, setting: string | null | undefined): string[] {
  if (type === VERTEX || readSetting(setting ?? null).multiKey)
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
    throw new ApiError(
      error.column === 'model_mapping' ? 'channel_mapping_not_json' : 'channel_field_not_json',
    );
  }
}

/** A region, or a JSON object model → region with `default`. */
function checkRegion(other: string): void {
  if (other === '') throw new ApiError('channel_region_missing');
  if (!other.startsWith('{')) return;
  let regions: unknown;
  try {
    regions = JSON.parse(other);
  } catch {
    throw new ApiError('channel_field_not_json');
  }
  if (typeof regions !== 'object' || regions === null || !('default' in regions))
    throw new ApiError('channel_region_without_default');
}

function given(columns: ChannelColumns): ChannelColumns {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
