import { json, text, trimmed } from '../sources/column-values.js';
import type { SourceRow } from '../sources/source.js';
import { record } from '../../dialects/json/lenient.js';

/**
 * Channel types of one-hub that are the same here by another number, or by the same one. Its numbers after 23 are its own: 25 is
 * Gemini there and Moonshot here. Those of https://github.com/MartialBE/one-hub at commit 387f8bf1, common/config/constants.go; types
 * whose keys or addresses have no counterpart here are left out.
 */
const TYPES: Readonly<Record<number, number>> = {
  1: 1,
  3: 3,
  8: 8,
  11: 11,
  14: 14,
  15: 15,
  // Its Zhipu is the API of version 4.
  16: 26,
  17: 17,
  18: 18,
  19: 19,
  20: 20,
  23: 23,
  24: 1123,
  25: 24,
  26: 1016,
  27: 35,
  28: 43,
  29: 25,
  30: 42,
  31: 1000,
  32: 33,
  33: 31,
  34: 2,
  35: 39,
  36: 34,
  37: 1101,
  39: 4,
  41: 36,
  42: 41,
  45: 40,
  47: 38,
  49: 1011,
  51: 1100,
  52: 56,
  53: 50,
  54: 1013,
  56: 48,
};
const AZURE_SPEECH = 24;
const BEDROCK = 32;
const CLOUDFLARE = 35;
const VERTEX = 42;

/** A model that is charged by the name that clients ask for; others by the name that they are mapped to. */
const CHARGED_BY_ALIAS = '+';

/** A channel of one-hub as the other gateways have it. Without a type of here it has type 0, and `type_there` says which. */
export function channelRow(row: SourceRow): SourceRow {
  const there = Number(trimmed(row, 'type'));
  const mapping = Object.fromEntries(mappingOf(row).map(({ alias, model }) => [alias, model] as const));
  return {
    ...row,
    type: String(TYPES[there] ?? 0),
    ...(TYPES[there] === undefined && { type_there: `type ${there} of one-hub` }),
    ...(json(row, 'model_mapping') !== undefined && { model_mapping: JSON.stringify(mapping) }),
    ...credential(there, row),
  };
}

/** Parts of keys have another order there, or stand elsewhere. */
function credential(type: number, row: SourceRow): Partial<Record<'key' | 'other' | 'base_url', string>> {
  const other = trimmed(row, 'other');
  const [first = '', ...rest] = trimmed(row, 'key').split('|');
  // The region, then an API key or the two parts of an access key, and maybe the token of a session.
  if (type === BEDROCK && rest.length > 0)
    return { key: [...rest.slice(0, 2), first, ...rest.slice(2)].filter((part) => part !== '').join('|') };
  if (type === CLOUDFLARE && rest.length === 1) return { key: rest[0]!, other: first };
  // The region and the project, which the key names, too.
  if (type === VERTEX) return { other: other.split('|')[0] ?? '' };
  if (type === AZURE_SPEECH && other !== '' && trimmed(row, 'base_url') === '')
    return { base_url: `https://${other}.tts.speech.microsoft.com`, other: '' };
  return {};
}

/** A model of a channel that is called by another name. */
export interface MappedModel {
  readonly alias: string;
  readonly model: string;
  /** The name by which it is charged. */
  readonly charged: string;
}

export function mappingOf(row: SourceRow): MappedModel[] {
  return Object.entries(record(json(row, 'model_mapping'))).flatMap(([alias, target]): MappedModel[] => {
    if (typeof target !== 'string') return [];
    return target.startsWith(CHARGED_BY_ALIAS)
      ? [{ alias, model: target.slice(CHARGED_BY_ALIAS.length), charged: alias }]
      : [{ alias, model: target, charged: target }];
  });
}

/** Deleted channels stay in the table. */
export function isDeleted(row: SourceRow): boolean {
  return text(row, 'deleted_at') !== '';
}
