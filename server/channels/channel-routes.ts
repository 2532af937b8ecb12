import type { Ability } from './ability.entity.js';

/** Channels of equal priority. */
export type Tier = readonly { readonly channelId: number; readonly weight: number }[];

/** Group → model → tiers, highest priority first. */
export type Routes = ReadonlyMap<string, ReadonlyMap<string, readonly Tier[]>>;

interface OpenTier {
  readonly priority: number;
  readonly members: { channelId: number; weight: number }[];
}

/** @param abilities enabled abilities, by descending priority */
export function routesOf(
  abilities: readonly Ability[],
  channels: ReadonlyMap<number, { readonly enabled: boolean; readonly keys: readonly unknown[] }>,
): Routes {
  const open = new Map<string, Map<string, OpenTier[]>>();
  for (const { group, model, channelId, priority, weight } of abilities) {
    const channel = channels.get(channelId);
    if (!channel?.enabled || channel.keys.length === 0) continue;
    const tiers = entry(
      entry(open, group, () => new Map<string, OpenTier[]>()),
      model,
      () => [],
    );
    const last = tiers.at(-1);
    if (last?.priority === priority) last.members.push({ channelId, weight });
    else tiers.push({ priority, members: [{ channelId, weight }] });
  }
  const routes = new Map<string, Map<string, readonly Tier[]>>();
  for (const [group, models] of open) {
    const closed = new Map<string, readonly Tier[]>();
    for (const [model, tiers] of models)
      closed.set(
        model,
        tiers.map(({ members }) => members),
      );
    routes.set(group, closed);
  }
  return routes;
}

/** Returns the value of a key, inserting it if missing. */
export function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
