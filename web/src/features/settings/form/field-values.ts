import type { TFunction } from 'i18next';
import { splitList } from '../../../lib/format';
import { parseJson, prettyJson } from '../../../lib/json';
import type { Field, JsonField, NumberField } from './fields';
import { fitsShape } from './json-shapes';

const STATUSES = /^[1-5]\d\d(\s*-\s*[1-5]\d\d)?$/;

/** The stored text as shown for editing. */
export function shownText(field: Field, stored: string): string {
  return field.kind === 'json' ? (prettyJson(stored) ?? stored) : stored;
}

/** The text to send for the edited text. */
export function sentText(field: Field, text: string): string {
  switch (field.kind) {
    case 'address':
      return text.trim().replace(/\/+$/, '');
    case 'tags':
      return splitList(text).join(',');
    case 'whole':
    case 'number':
    case 'statuses':
      return text.trim();
    default:
      return text;
  }
}

/** True if two texts represent the same value: whitespace in JSON and trailing zeros of numbers are ignored. */
export function sameValue(field: Field, stored: string, text: string): boolean {
  const wanted = sentText(field, text);
  if (wanted === stored) return true;
  if (field.kind === 'whole' || field.kind === 'number')
    return wanted !== '' && stored !== '' && Number(wanted) === Number(stored);
  if (field.kind !== 'json') return false;
  const [now, before] = [parseJson(wanted), parseJson(stored)];
  return now !== undefined && JSON.stringify(now) === JSON.stringify(before);
}

/** Why the text cannot be saved; undefined when it is valid. */
export function problemOf(field: Field, text: string, t: TFunction): string | undefined {
  switch (field.kind) {
    case 'whole':
    case 'number':
      return numberProblem(field, text.trim(), t);
    case 'address':
      return isAddress(text.trim()) ? undefined : t(field.invalid ?? 'settings.form.badAddress');
    case 'statuses':
      return splitList(text).every(isStatusRange) ? undefined : t('settings.form.badStatuses');
    case 'json':
      return jsonProblem(field, text, t);
    default:
      return undefined;
  }
}

function numberProblem({ kind, min, max, above }: NumberField, text: string, t: TFunction) {
  const value = text === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) return t('settings.form.needNumber');
  if (kind === 'whole' && !Number.isSafeInteger(value)) return t('settings.form.needWhole');
  if (above !== undefined && value <= above) return t('settings.form.above', { above });
  if (min !== undefined && max !== undefined && (value < min || value > max))
    return t('settings.form.between', { min, max });
  if (min !== undefined && value < min) return t('settings.form.atLeast', { min });
  if (max !== undefined && value > max) return t('settings.form.atMost', { max });
  return undefined;
}

function isAddress(text: string): boolean {
  return text === '' || (/^https?:\/\//i.test(text) && URL.canParse(text));
}

function isStatusRange(part: string): boolean {
  const [first = '', last = first] = part.split('-');
  return STATUSES.test(part) && Number(first) <= Number(last);
}

function jsonProblem({ shape, invalid }: JsonField, text: string, t: TFunction): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (fitsShape(shape, value)) return undefined;
    return invalid ? t(invalid) : t('settings.form.badShape', { shape: t(`settings.form.shape.${shape}`) });
  } catch (problem) {
    const message = t(invalid ?? 'common.badJson');
    const place = /line (\d+) column (\d+)/.exec(String(problem));
    if (!place) return message;
    return t('settings.form.jsonAt', { message, line: place[1] ?? '', column: place[2] ?? '' });
  }
}
