import { z } from 'zod';

/** One key of a channel that has several. */
export interface ChannelKey {
  /** Its line in the channel's key, from 0. */
  readonly index: number;
  readonly key: string;
}

const otherInfo = z.looseObject({
  dead_keys: z.record(z.string(), z.looseObject({ reason: z.string(), time: z.number() })).optional(),
});
type OtherInfo = z.infer<typeof otherInfo>;

/** The keys of a channel that may be used: one, or with `multi_key` each line but those that were set aside. */
export function liveKeys(key: string, multiKey: boolean, info: string): ChannelKey[] {
  if (!multiKey) return [{ index: 0, key }];
  const dead = readInfo(info).dead_keys ?? {};
  return allKeys(key).filter(({ index }) => !Object.hasOwn(dead, String(index)));
}

/** Every line that holds something. */
export function allKeys(key: string): ChannelKey[] {
  return key
    .split('\n')
    .map((line, index) => ({ index, key: line.trim() }))
    .filter((one) => one.key !== '');
}

/** `other_info` with one more key set aside. */
export function withDisabledKey(info: string, index: number, reason: string, time: number): string {
  const given = readInfo(info);
  return JSON.stringify({ ...given, dead_keys: { ...given.dead_keys, [index]: { reason, time } } });
}

/** `other_info` after the channel got other keys: none of them is known to be dead. */
export function withoutDisabledKeys(info: string): string {
  const { dead_keys: dead, ...rest } = readInfo(info);
  return dead === undefined ? info : JSON.stringify(rest);
}

/** Imported rows may hold anything. */
function readInfo(info: string): OtherInfo {
  try {
    return otherInfo.parse(JSON.parse(info));
  } catch {
    return {};
  }
}
