import { z } from 'zod';

/** One key of a channel with several keys. */
export interface ChannelKey {
  /** Line number within the channel's key, from 0. */
  readonly index: number;
  readonly key: string;
  /** Where the key was read; absent: it is stored in the database. */
  readonly reference?: string;
}

const otherInfo = z.looseObject({
  dead_keys: z.record(z.string(), z.looseObject({ reason: z.string(), time: z.number() })).optional(),
});
type OtherInfo = z.infer<typeof otherInfo>;

/** Returns a channel's usable keys: the only one, or with `multi_key` each line that is not disabled. */
export function liveKeys(key: string, multiKey: boolean, info: string): ChannelKey[] {
  if (!multiKey) return [{ index: 0, key }];
  const dead = readInfo(info).dead_keys ?? {};
  return allKeys(key).filter(({ index }) => !Object.hasOwn(dead, String(index)));
}

/** A key that is not used because its provider rejected it. */
export interface DisabledKey extends ChannelKey {
  readonly reason: string;
  /** Unix seconds. */
  readonly disabledAt: number;
}

/** Returns a channel's disabled keys; without `multi_key` there are none. */
export function disabledKeys(key: string, multiKey: boolean, info: string): DisabledKey[] {
  if (!multiKey) return [];
  const dead = readInfo(info).dead_keys ?? {};
  return allKeys(key).flatMap((one) => {
    const entry = dead[String(one.index)];
    return entry ? [{ ...one, reason: entry.reason, disabledAt: entry.time }] : [];
  });
}

const SHOWN_CHARACTERS = 4;
/** Of shorter keys the last characters would be too large a part. */
const MIN_SHOWN_LENGTH = 16;

/** Returns the last characters of a key, by which administrators tell it from others. */
export function maskedKey(key: string): string {
  return key.length < MIN_SHOWN_LENGTH ? '****' : `****${key.slice(-SHOWN_CHARACTERS)}`;
}

/** Returns every line that is not blank. */
export function allKeys(key: string): ChannelKey[] {
  return key
    .split('\n')
    .map((line, index) => ({ index, key: line.trim() }))
    .filter((one) => one.key !== '');
}

/** Returns `other_info` with one more disabled key. */
export function withDisabledKey(info: string, index: number, reason: string, time: number): string {
  const parsed = readInfo(info);
  return JSON.stringify({ ...parsed, dead_keys: { ...parsed.dead_keys, [index]: { reason, time } } });
}

/** Returns `other_info` in which these keys are not disabled any more. */
export function withEnabledKeys(info: string, indexes: readonly number[]): string {
  const { dead_keys: dead = {}, ...rest } = readInfo(info);
  const left = Object.entries(dead).filter(([index]) => !indexes.includes(Number(index)));
  if (left.length === Object.keys(dead).length) return info;
  const members = { ...rest, ...(left.length > 0 && { dead_keys: Object.fromEntries(left) }) };
  return Object.keys(members).length === 0 ? '' : JSON.stringify(members);
}

/** Returns `other_info` without disabled keys, for a channel whose keys were replaced. */
export function withoutDisabledKeys(info: string): string {
  const { dead_keys: dead, ...rest } = readInfo(info);
  return dead === undefined ? info : JSON.stringify(rest);
}

/** Returns `other_info` with the reason why the channel was disabled; disabled keys stay. @param time Unix seconds */
export function withDisabledReason(info: string, reason: string, time: number): string {
  return JSON.stringify({ ...readInfo(info), status_reason: reason, status_time: time });
}

/** Returns `other_info` of a channel that is enabled again: without the reason, but with its disabled keys. */
export function withoutDisabledReason(info: string): string {
  const { status_reason: _reason, status_time: _time, ...rest } = readInfo(info);
  return Object.keys(rest).length === 0 ? '' : JSON.stringify(rest);
}

/** Imported rows may contain invalid JSON. */
function readInfo(info: string): OtherInfo {
  try {
    return otherInfo.parse(JSON.parse(info));
  } catch {
    return {};
  }
}
