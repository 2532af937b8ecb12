import { parseObject } from '../../../../lib/format/json';
import { isRecord } from '../channel-checks';
import { type ChannelValues, NEW_CHANNEL } from '../channel-values';
import { readSetting, settingProblem } from '../channel-setting';
import { readRows } from '../mapping/map-rows';

export const GROUPS = ['routing', 'mappings', 'upstream', 'further'] as const;
export type AdvancedGroup = (typeof GROUPS)[number];

/** Values that a group of fields is described by; each kind has its own text. */
export type Difference =
  | { kind: 'groups' | 'tag' | 'address' | 'organization' | 'testModel'; value: string }
  | { kind: 'priority' | 'weight'; value: number | string }
  | { kind: 'endpoints' | 'limits' | 'models' | 'statusCodes' | 'parameters'; n: number }
  | { kind: 'noAutoBan' | 'proxy' | 'paths' | 'unreadable' }
  | { kind: 'member'; key: string };

/** Members of the setting that other groups, and the field of the key, show. */
const SHOWN_ELSEWHERE = new Set([
  'multi_key',
  'endpoints',
  'limits',
  'key_limits',
  'proxy',
  'upstream',
  'first_token_timeout',
  'mj_max_concurrency',
]);

/**
 * What is set differently from a new channel, by group.
 * @param isAddressBasic whether the address is shown outside the groups
 */
export function groupDifferences(
  values: ChannelValues,
  isAddressBasic: boolean,
): Record<AdvancedGroup, Difference[]> {
  const read = readSetting(values.setting);
  const setting = read ?? {};
  const { baseUrl, organization, tag, testModel, priority, weight, groups } = values;
  return {
    routing: [
      ...(groups.join() === NEW_CHANNEL.groups.join() ? [] : [of('groups', groups.join(', ') || '–')]),
      ...(tag === '' ? [] : [of('tag', tag)]),
      ...(isZero(priority) ? [] : [{ kind: 'priority' as const, value: priority }]),
      ...(isZero(weight) ? [] : [{ kind: 'weight' as const, value: weight }]),
      ...(values.autoBan ? [] : [{ kind: 'noAutoBan' as const }]),
      ...counted('endpoints', Array.isArray(setting.endpoints) ? setting.endpoints.length : 0),
      ...counted('limits', membersOf(setting.limits) + membersOf(setting.key_limits)),
      ...members(setting, ['mj_max_concurrency', 'first_token_timeout']),
    ],
    mappings: [...mapped('models', values.mapping), ...mapped('statusCodes', values.statusMapping)],
    upstream: [
      ...(isAddressBasic || baseUrl === '' ? [] : [of('address', baseUrl)]),
      ...(organization === '' ? [] : [of('organization', organization)]),
      ...(setting.proxy ? [{ kind: 'proxy' as const }] : []),
      ...counted('parameters', membersOf(parseObject(values.override))),
      ...(values.override.trim() !== '' && !parseObject(values.override)
        ? [{ kind: 'unreadable' as const }]
        : []),
      ...(membersOf(setting.upstream) > 0 ? [{ kind: 'paths' as const }] : []),
    ],
    further: [
      ...(testModel === '' ? [] : [of('testModel', testModel)]),
      ...(read ? [] : [{ kind: 'unreadable' as const }]),
      ...members(
        setting,
        Object.keys(setting).filter((key) => !SHOWN_ELSEWHERE.has(key)),
      ),
    ],
  };
}

/** The groups whose fields have errors. */
export function groupsWithErrors(
  errors: Readonly<Record<string, unknown>>,
  values: ChannelValues,
  isAddressBasic: boolean,
): AdvancedGroup[] {
  const byField: Readonly<Record<string, AdvancedGroup | undefined>> = {
    mapping: 'mappings',
    statusMapping: 'mappings',
    override: 'upstream',
    baseUrl: isAddressBasic ? undefined : 'upstream',
    setting: settingProblem(values.setting) === 'proxy' ? 'upstream' : 'further',
  };
  const found = Object.keys(errors).flatMap((field) => (errors[field] ? (byField[field] ?? []) : []));
  return [...new Set(found)];
}

function of<K extends 'groups' | 'tag' | 'address' | 'organization' | 'testModel'>(kind: K, value: string) {
  return { kind, value };
}

function counted<K extends 'endpoints' | 'limits' | 'models' | 'statusCodes' | 'parameters'>(
  kind: K,
  n: number,
) {
  return n === 0 ? [] : [{ kind, n }];
}

function mapped(kind: 'models' | 'statusCodes', text: string): Difference[] {
  const rows = readRows(text);
  return rows ? counted(kind, rows.length) : [{ kind: 'unreadable' }];
}

function members(setting: Readonly<Record<string, unknown>>, keys: readonly string[]): Difference[] {
  return keys.filter((key) => Boolean(setting[key])).map((key) => ({ kind: 'member', key }));
}

function membersOf(value: unknown): number {
  return isRecord(value) ? Object.keys(value).length : 0;
}

function isZero(value: number | string): boolean {
  return value === '' || Number(value) === 0;
}
