import { table } from '../../kit/table.js';

/** Geographies of cross-region inference, which are prefixes of the ids of inference profiles. */
type Geography = 'us' | 'us-gov' | 'eu' | 'apac' | 'jp' | 'au' | 'global';

interface ModelId {
  /** The part of the id behind `anthropic.`. */
  readonly id: string;
  /** Geographies with an inference profile for the model. */
  readonly profiles: readonly Geography[];
}

const OLD: readonly Geography[] = ['us', 'eu', 'apac'];
const COMMON: readonly Geography[] = ['us', 'eu', 'global'];
const ALL: readonly Geography[] = ['us', 'eu', 'jp', 'au', 'global'];

/**
 * Ids of Claude models by the names of Anthropic's own API, and their inference profiles:
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html
 */
const CLAUDE = table<ModelId>({
  'claude-instant-1.2': { id: 'claude-instant-v1', profiles: [] },
  'claude-2.0': { id: 'claude-v2', profiles: [] },
  'claude-2.1': { id: 'claude-v2:1', profiles: [] },
  'claude-3-sonnet-20240229': { id: 'claude-3-sonnet-20240229-v1:0', profiles: OLD },
  'claude-3-opus-20240229': { id: 'claude-3-opus-20240229-v1:0', profiles: ['us'] },
  'claude-3-haiku-20240307': { id: 'claude-3-haiku-20240307-v1:0', profiles: [...OLD, 'us-gov'] },
  'claude-3-5-sonnet-20240620': { id: 'claude-3-5-sonnet-20240620-v1:0', profiles: [...OLD, 'us-gov'] },
  'claude-3-5-sonnet-20241022': { id: 'claude-3-5-sonnet-20241022-v2:0', profiles: ['us', 'apac'] },
  'claude-3-5-haiku-20241022': { id: 'claude-3-5-haiku-20241022-v1:0', profiles: ['us'] },
  'claude-3-7-sonnet-20250219': { id: 'claude-3-7-sonnet-20250219-v1:0', profiles: [...OLD, 'us-gov'] },
  'claude-sonnet-4-20250514': { id: 'claude-sonnet-4-20250514-v1:0', profiles: [...OLD, 'global'] },
  'claude-opus-4-20250514': { id: 'claude-opus-4-20250514-v1:0', profiles: ['us'] },
  'claude-opus-4-1-20250805': { id: 'claude-opus-4-1-20250805-v1:0', profiles: ['us'] },
  'claude-sonnet-4-5-20250929': { id: 'claude-sonnet-4-5-20250929-v1:0', profiles: [...ALL, 'us-gov'] },
  'claude-haiku-4-5-20251001': { id: 'claude-haiku-4-5-20251001-v1:0', profiles: ALL },
  'claude-opus-4-5-20251101': { id: 'claude-opus-4-5-20251101-v1:0', profiles: COMMON },
  'claude-opus-4-6': { id: 'claude-opus-4-6-v1', profiles: COMMON },
  'claude-sonnet-4-6': { id: 'claude-sonnet-4-6', profiles: COMMON },
  'claude-opus-5': { id: 'claude-opus-5', profiles: [...COMMON, 'au', 'us-gov'] },
  'claude-opus-5-5': { id: 'claude-opus-5-5', profiles: [...COMMON, 'jp'] },
  'claude-sonnet-5-5': { id: 'claude-sonnet-5-5', profiles: [...COMMON, 'jp', 'us-gov'] },
});

/** Names without a date that stand for a dated one. */
const ALIASES = table<string>({
  'claude-3-7-sonnet-latest': 'claude-3-7-sonnet-20250219',
  'claude-sonnet-4-0': 'claude-sonnet-4-20250514',
  'claude-opus-4-0': 'claude-opus-4-20250514',
  'claude-opus-4-1': 'claude-opus-4-1-20250805',
  'claude-sonnet-4-5': 'claude-sonnet-4-5-20250929',
  'claude-haiku-4-5': 'claude-haiku-4-5-20251001',
  'claude-opus-4-5': 'claude-opus-4-5-20251101',
});

/** Since version 4.6, ids are the names of Anthropic's own API. */
const UNDATED = /^claude-[a-z]+-\d(?:-\d)?$/;

/** Geographies by region, the preferred one first; the first match applies. */
const GEOGRAPHIES: readonly (readonly [region: RegExp, geographies: readonly Geography[]])[] = [
  [/^us-gov-/, ['us-gov']],
  [/^cn-/, []],
  [/^us-/, ['us', 'global']],
  [/^eu-/, ['eu', 'global']],
  [/^ap-northeast-[13]$/, ['jp', 'apac', 'global']],
  [/^ap-southeast-[246]$/, ['au', 'apac', 'global']],
  [/^ap-/, ['apac', 'global']],
];
const ELSEWHERE: readonly Geography[] = ['global'];

const PROFILE_PREFIX = /^(?:us|us-gov|eu|apac|jp|au|ca|sa|global)\.(?=[a-z0-9]+\.)/;

/**
 * The id to call: for names of Anthropic's own API, the inference profile of the region's geography, else the model in the
 * region itself. Everything else is used as it is: full ids, ids of inference profiles, ARNs.
 */
export function modelId(name: string, region: string): string {
  const listed =
    CLAUDE[ALIASES[name] ?? name] ?? (UNDATED.test(name) ? { id: name, profiles: COMMON } : undefined);
  if (!listed) return name;
  const [, geographies] = GEOGRAPHIES.find(([regions]) => regions.test(region)) ?? [region, ELSEWHERE];
  const geography = geographies.find((one) => listed.profiles.includes(one));
  return `${geography === undefined ? '' : `${geography}.`}anthropic.${listed.id}`;
}

/** The id without the resource path of an ARN and the prefix of an inference profile: `amazon.nova-pro-v1:0`. */
export function baseId(id: string): string {
  return (id.split('/').at(-1) ?? id).replace(PROFILE_PREFIX, '');
}

/** Whether the name or id is that of a Claude model. ARNs of application inference profiles do not contain the model. */
export function isClaude(name: string): boolean {
  return /claude/i.test(name);
}
