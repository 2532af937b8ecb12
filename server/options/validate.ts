import { HEX_COLOR } from '../contract/hex-color.js';
import { isTooDeep } from '../contract/json-depth.js';
import { ApiError } from '../contract/errors/api-error.js';
import type { JsonOption, NumberOption, OptionDeclaration } from '../contract/options/declaration.js';
import { optionDeclarations, type OptionKey } from '../contract/options/index.js';
import { jsonShapes } from '../contract/options/json-shapes.js';
import { statusRanges } from '../contract/options/status-ranges.js';
import { imageAddress } from './image-address.js';

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;
/** Default that is added to `claude.default_max_tokens` when the table has none. */
const DEFAULT_MAX_TOKENS = 8192;
/** Longest entry of an option with one entry per line, characters. */
const MAX_LINE_LENGTH = 500;

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
  const declaration = optionDeclarations[key];
  // Postgres text cannot contain NUL, and no option needs it.
  if (text.includes('\0')) throw invalid(key);
  switch (declaration.kind) {
    case 'boolean':
      // Clients of the compatible API may send '', which means off.
      return oneOf(key, ['true', 'false'], text === '' ? 'false' : text);
    case 'choice':
      return oneOf(
        key,
        declaration.choices.map(({ value }) => value),
        text,
      );
    case 'integer':
    case 'number':
      return decimal(key, declaration, text.trim());
    case 'url':
      return address(key, text.trim());
    case 'image':
      return imageAddress(text.trim());
    case 'color':
      return color(key, text.trim());
    case 'json':
      return json(key, declaration, text);
    case 'statuses':
      if (statusRanges(text) === undefined) throw invalid(key);
      return text.trim();
    case 'text':
      if (declaration.editor === 'lines') refuseLongLines(text);
      return text;
    case 'secret':
      return text;
  }
}

/** The value of a valid text, with the type of `OptionValue`. */
export function parseOption(declaration: OptionDeclaration, text: string): unknown {
  switch (declaration.kind) {
    case 'boolean':
      return text === 'true';
    case 'integer':
    case 'number':
      return Number(text);
    case 'statuses':
      return statusRanges(text) ?? [];
    case 'json':
      return jsonShapes[declaration.shape].parse(JSON.parse(text));
    default:
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
function decimal(
  key: OptionKey,
  { kind, min, minUnlessZero, max, above }: NumberOption,
  text: string,
): string {
  const number = text === '' ? 0 : DECIMAL.test(text) ? Number(text) : Number.NaN;
  const isValid =
    Number.isFinite(number) &&
    (kind !== 'integer' || Number.isSafeInteger(number)) &&
    (min === undefined || number >= min) &&
    (minUnlessZero === undefined || number === 0 || number >= minUnlessZero) &&
    (max === undefined || number <= max) &&
    (above === undefined || number > above);
  if (!isValid)
    throw key.endsWith('.thinking_adapter_budget_tokens_percentage')
      ? new ApiError('option_not_fraction')
      : invalid(key);
  return String(number);
}

/** Such lines are searched for in requests and answers: a text without line breaks was hardly meant as one word. */
function refuseLongLines(text: string): void {
  if (text.split('\n').some((line) => line.trim().length > MAX_LINE_LENGTH))
    throw new ApiError('option_line_too_long', { max: MAX_LINE_LENGTH });
}

function address(key: OptionKey, text: string): string {
  if (text === '') return '';
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) throw invalid(key);
  return text.replace(/\/+$/, '');
}

function color(key: OptionKey, text: string): string {
  if (text !== '' && !HEX_COLOR.test(text)) throw invalid(key);
  return text.toLowerCase();
}

function json(key: OptionKey, { shape }: JsonOption, text: string): string {
  const value = parse(text);
  if (key === 'GroupRatio') refuseNegativeGroup(value);
  if (!jsonShapes[shape].safeParse(value).success)
    throw new ApiError(shape === 'headers' ? 'option_not_headers' : 'option_not_json');
  if (shape !== 'tokens') return text;
  const limits = jsonShapes.tokens.parse(value);
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
