import '../../../lib/browser/zod-without-eval';
import type { Localized } from '#contract/fields';
import { HEX_COLOR } from '#contract/hex-color';
import { jsonShapes } from '#contract/options/json-shapes';
import { statusRanges } from '#contract/options/status-ranges';
import type { TFunction } from 'i18next';
import { splitList } from '../../../lib/format/format';
import { parseJson, prettyJson } from '../../../lib/format/json';
import type { Field, NumberField } from './fields';

/** The stored text as shown for editing. */
export function shownText(field: Field, stored: string): string {
  return field.kind === 'json' ? (prettyJson(stored) ?? stored) : stored;
}

/** The text to send for the edited text. */
export function sentText(field: Field, text: string): string {
  switch (field.kind) {
    case 'url':
      return text.trim().replace(/\/+$/, '');
    case 'color':
      return text.trim().toLowerCase();
    case 'integer':
    case 'number':
    case 'statuses':
      return text.trim();
    case 'text':
      return field.editor === 'list' ? splitList(text).join(',') : text;
    default:
      return text;
  }
}

/** True if two texts represent the same value: whitespace in JSON and trailing zeros of numbers are ignored. */
export function sameValue(field: Field, stored: string, text: string): boolean {
  const expected = sentText(field, text);
  if (expected === stored) return true;
  if (field.kind === 'integer' || field.kind === 'number')
    return expected !== '' && stored !== '' && Number(expected) === Number(stored);
  if (field.kind !== 'json') return false;
  const [now, before] = [parseJson(expected), parseJson(stored)];
  return now !== undefined && JSON.stringify(now) === JSON.stringify(before);
}

/** Why the text cannot be saved; undefined when it is valid. */
export function problemOf(
  field: Field,
  text: string,
  t: TFunction,
  localized: (text: Localized) => string,
): string | undefined {
  switch (field.kind) {
    case 'integer':
    case 'number':
      return numberProblem(field, text.trim(), t);
    case 'url':
      if (isAddress(text.trim())) return undefined;
      return field.invalid ? localized(field.invalid) : t('settings.form.badAddress');
    case 'color':
      return text.trim() === '' || HEX_COLOR.test(text.trim()) ? undefined : t('settings.form.badColor');
    case 'statuses':
      return statusRanges(text) === undefined ? t('settings.form.badStatuses') : undefined;
    case 'json':
      return jsonProblem(field, text, t, field.invalid && localized(field.invalid));
    default:
      return undefined;
  }
}

function numberProblem({ kind, min, max, above }: NumberField, text: string, t: TFunction) {
  const value = text === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) return t('settings.form.needNumber');
  if (kind === 'integer' && !Number.isSafeInteger(value)) return t('settings.form.needWhole');
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

function jsonProblem({ shape }: Field<'json'>, text: string, t: TFunction, invalid: string | undefined) {
  try {
    const value: unknown = JSON.parse(text);
    if (jsonShapes[shape].safeParse(value).success) return undefined;
    return invalid ?? t('settings.form.badShape', { shape: t(`settings.form.shape.${shape}`) });
  } catch (problem) {
    const message = invalid ?? t('common.badJson');
    const place = /line (\d+) column (\d+)/.exec(String(problem));
    if (!place) return message;
    return t('settings.form.jsonAt', { message, line: place[1] ?? '', column: place[2] ?? '' });
  }
}
