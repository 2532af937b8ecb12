import { isTooDeep } from '../core/json-depth.js';
import { ApiError } from '../contract/errors/api-error.js';
import { shapes, type OptionDefinition } from './definition.js';
import { imageAddress } from './image-address.js';
import { statusRanges } from './status-ranges.js';
import { definitionOf, type OptionKey } from './registry.js';

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;
/** Default that is added to `claude.default_max_tokens` when the table has none. */
const DEFAULT_MAX_TOKENS = 8192;

/**
 * The text to store for a value from a client: booleans and numbers as their JSON text, structures as compact JSON.
 * @throws ApiError for null and undefined
 */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  throw new ApiError('option_body_malformed');
}

/** Checks a value and returns it in the form to store. @throws ApiError when it is invalid */
export function validated(key: OptionKey, text: string): string {
  const definition = definitionOf(key);
  // Postgres text cannot contain NUL, and no option needs it.
  if (text.includes('\0')) throw invalid(key);
  switch (definition.kind) {
    case 'boolean':
      // Clients of the compatible API may send '', which means off.
      return oneOf(key, ['true', 'false'], text === '' ? 'false' : text);
    case 'choice':
      return oneOf(key, definition.choices ?? [], text);
    case 'whole':
    case 'number':
      return decimal(key, definition, text.trim());
    case 'address':
      return address(key, text.trim());
    case 'image':
      return imageAddress(text.trim());
    case 'json':
      return json(key, definition, text);
    case 'statuses':
      if (statusRanges(text) === undefined) throw invalid(key);
      return text.trim();
    case 'text':
    case 'secret':
      return text;
  }
}

function invalid(key: OptionKey): ApiError {
  return new ApiError('option_value_invalid', { key });
}

function oneOf(key: OptionKey, choices: readonly string[], text: string): string {
  if (!choices.includes(text)) throw invalid(key);
  return text;
}

/** An empty number field means 0, as in the compatible API, where 0 is a valid value of such options. */

function decimal(key: OptionKey, { kind, min, max, above }: OptionDefinition, text: string): string {
  const number = text === '' ? 0 : DECIMAL.test(text) ? Number(text) : Number.NaN;
  const isValid =
    Number.isFinite(number) &&
    (kind !== 'whole' || Number.isSafeInteger(number)) &&
    (min === undefined || number >= min) &&
    (max === undefined || number <= max) &&
    (above === undefined || number > above);
  if (!isValid)
    throw key.endsWith('.thinking_adapter_budget_tokens_percentage')
      ? new ApiError('option_not_fraction')
      : invalid(key);
  return String(number);
}

function address(key: OptionKey, text: string): string {
  if (text === '') return '';
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) throw invalid(key);
  return text.replace(/\/+$/, '');
}

function json(key: OptionKey, { shape }: OptionDefinition, text: string): string {
  const value = parse(text);
  if (key === 'GroupRatio') refuseNegativeGroup(value);
  if (!shapes[shape ?? 'texts'].safeParse(value).success)
    throw new ApiError(shape === 'headers' ? 'option_not_headers' : 'option_not_json');
  if (shape !== 'tokens') return text;
  const limits = shapes.tokens.parse(value);
  return Object.hasOwn(limits, 'default') ? text : JSON.stringify({ default: DEFAULT_MAX_TOKENS, ...limits });
}

function parse(text: string): unknown {
  if (isTooDeep(Buffer.from(text))) throw new ApiError('option_not_json');
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('option_not_json');
  }
}

function refuseNegativeGroup(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [group, ratio] of Object.entries(value)) {
    if (typeof ratio === 'number' && ratio < 0)
      throw new ApiError('group_ratio_negative', { group: group.slice(0, 64) });
  }
}
