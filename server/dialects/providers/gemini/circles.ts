import { isRecord, record, text, type UnknownRecord } from '../../json/lenient.js';

/** Where definitions are; references begin with it. */
export const DEFINITIONS = '#/$defs/';

/** The definitions, by name, without `required` names of properties that lead back to their own definition. */
export function withoutCircles(definitions: ReadonlyMap<string, UnknownRecord>): UnknownRecord {
  const references = new Map([...definitions].map(([name, schema]) => [name, referencesIn(schema)]));
  const groups = groupsOf(references);
  return Object.fromEntries(
    [...definitions].map(([name, schema]) => {
      // Each of a group leads to all others of it.
      const leadsBack = (to: string) => groups.get(to) === groups.get(name);
      return [name, references.get(name)!.some(leadsBack) ? loosened(schema, leadsBack) : schema];
    }),
  );
}

function loosened(value: unknown, leadsBack: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((inner) => loosened(inner, leadsBack));
  if (!isRecord(value)) return value;
  const result = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, loosened(inner, leadsBack)]),
  );
  const { required, ...others } = result;
  if (!Array.isArray(required) || !isRecord(value.properties)) return result;
  const properties = record(value.properties);
  const remaining = required.filter((key) => !referencesIn(properties[text(key)]).some(leadsBack));
  return remaining.length > 0 ? { ...others, required: remaining } : others;
}

/** Names of the definitions that a schema refers to. */
function referencesIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(referencesIn);
  if (!isRecord(schema)) return [];
  if (typeof schema.$ref === 'string') return [schema.$ref.slice(DEFINITIONS.length)];
  return Object.values(schema).flatMap(referencesIn);
}

type Graph = ReadonlyMap<string, readonly string[]>;

/**
 * The strongly connected components (https://en.wikipedia.org/wiki/Kosaraju%27s_algorithm), each named by one of its members.
 * Linear and without recursion: clients send the graph.
 */
function groupsOf(references: Graph): ReadonlyMap<string, string> {
  const callers = new Map<string, string[]>([...references.keys()].map((name) => [name, []]));
  for (const [name, all] of references) for (const to of all) callers.get(to)?.push(name);
  const groups = new Map<string, string>();
  for (const group of finishOrder(references).toReversed()) {
    const open = [group];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (groups.has(name)) continue;
      groups.set(name, group);
      for (const caller of callers.get(name) ?? []) open.push(caller);
    }
  }
  return groups;
}

/** Names in the order in which a depth-first search leaves them. */
function finishOrder(references: Graph): string[] {
  const seen = new Set<string>();
  const order: string[] = [];
  for (const start of references.keys()) {
    if (seen.has(start)) continue;
    const path = [{ name: start, next: 0 }];
    seen.add(start);
    for (let at = path.at(-1); at; at = path.at(-1)) {
      const to = references.get(at.name)?.[at.next++];
      if (to === undefined) {
        order.push(at.name);
        path.pop();
      } else if (!seen.has(to) && references.has(to)) {
        seen.add(to);
        path.push({ name: to, next: 0 });
      }
    }
  }
  return order;
}
