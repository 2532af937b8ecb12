import type { Unread } from '../../canonical/usage.js';
import { count, isRecord, type UnknownRecord } from '../../json/lenient.js';
import { unreadMembers } from '../../json/unread-members.js';
import type {
  CallReader,
  Medium,
  Names,
  Place,
  SearchFee,
  TokenCounts,
  UsageFact,
} from './declared-facts.js';

/**
 * The members of all providers. Every reader knows them, because the upstream is often another gateway, which passes on the
 * usage of the API behind it.
 */
const ofAll: UsageFact[] = [];

/** A count and its names at one place. */
interface Entry {
  readonly name: keyof TokenCounts;
  readonly place: Place;
  readonly names: string[];
}

/** A number of billed calls: the price's name, and the member, which may be in an object. */
interface Calls {
  readonly tool: string;
  readonly group: string | undefined;
  readonly member: string;
}

/** A usage object in another object of an event. */
interface Elsewhere {
  readonly group: string;
  readonly member: string;
}

/** What readers use. Places are names of objects with details. */
interface Compiled {
  /** How many facts of all providers it contains. */
  readonly size: number;
  /** What a member with a number counts, by place. */
  readonly meanings: Readonly<Record<Place, ReadonlyMap<string, keyof TokenCounts>>>;
  readonly details: Readonly<Record<Exclude<Place, 'sums'>, ReadonlySet<string>>>;
  readonly calls: readonly Calls[];
  readonly callReaders: readonly CallReader[];
  readonly countingCalls: readonly string[];
  readonly fees: readonly SearchFee[];
  readonly callMembers: readonly string[];
  readonly elsewhere: readonly Elsewhere[];
  readonly media: Readonly<Record<Medium, readonly string[]>>;
  /** Paths of everything that is read, or left out on purpose. */
  readonly paths: readonly string[];
  readonly unreadOf: (value: unknown) => Unread | undefined;
}

/** The usage members of one provider. They are compiled when they are first used, because all providers are known then. */
export class UsageMembers {
  private current: Compiled | undefined;
  /** Whether the output excludes reasoning in every response; absent: the total shows it. */
  readonly reasoningIsBeside: boolean;

  /** @param isShared whether its format is that of others: it then has their members, and they have its own */
  constructor(
    private readonly own: readonly UsageFact[],
    private readonly isShared: boolean,
  ) {
    if (isShared) for (const fact of own) if (!ofAll.includes(fact)) ofAll.push(fact);
    this.reasoningIsBeside = own.some(({ reasoning }) => reasoning === 'beside-output');
  }

  private get compiled(): Compiled {
    if (this.current?.size !== ofAll.length) this.current = compile(this.own, this.isShared ? ofAll : []);
    return this.current;
  }

  /** Members of a `usage` object that concern billed calls. */
  get callMembers(): readonly string[] {
    return this.compiled.callMembers;
  }

  get calls(): readonly Calls[] {
    return this.compiled.calls;
  }

  get callReaders(): readonly CallReader[] {
    return this.compiled.callReaders;
  }

  /** Whether a `usage` object counts the calls of all tools. */
  countsAllCalls(usage: unknown): boolean {
    return isRecord(usage) && this.compiled.countingCalls.some((name) => isRecord(usage[name]));
  }

  get searchFees(): readonly SearchFee[] {
    return this.compiled.fees;
  }

  /** The counts of a `usage` object. A count with several names has the largest value: gateways set the others to 0. */
  counts(value: unknown): TokenCounts {
    const counts: TokenCounts = {};
    if (!isRecord(value)) return counts;
    const { meanings, details } = this.compiled;
    addCounts(counts, value, meanings.sums);
    // Usage objects have a few members, of the hundred that all providers have: each is looked up, not all of those searched for.
    for (const name in value) {
      const isInput = details.input.has(name);
      const isOutput = details.output.has(name);
      if (!isInput && !isOutput) continue;
      const inner = value[name];
      if (!isRecord(inner)) continue;
      if (isOutput) addCounts(counts, inner, meanings.output);
      if (!isInput) continue;
      addCounts(counts, inner, meanings.input);
      for (const below in inner) {
        const cached = details.cached.has(below) ? inner[below] : undefined;
        if (isRecord(cached)) addCounts(counts, cached, meanings.cached);
      }
    }
    return counts;
  }

  /** Other places of usage objects in events of streams. */
  get elsewhere(): readonly Elsewhere[] {
    return this.compiled.elsewhere;
  }

  /** The number of images that a response has, as its usage states it; undefined if it does not. */
  images(usage: UnknownRecord): number | undefined {
    for (const name of this.compiled.media.images) {
      const images = count(usage[name]);
      if (images !== undefined) return images;
    }
    return undefined;
  }

  /** Members of a `usage` object that no provider documents. */
  unread(value: unknown): Unread | undefined {
    return this.compiled.unreadOf(value);
  }

  /** `unread` for the usage of responses with a medium. */
  unreadOfMedia(medium: Medium): (value: unknown) => Unread | undefined {
    let made: { readonly of: Compiled; readonly unreadOf: Compiled['unreadOf'] } | undefined;
    return (value) => {
      const of = this.compiled;
      if (made?.of !== of) made = { of, unreadOf: unreadMembers(of.paths, of.media[medium]) };
      return made.unreadOf(value);
    };
  }
}

/** What is declared last has precedence: the provider's own meaning of a name. */
function compile(own: readonly UsageFact[], others: readonly UsageFact[]): Compiled {
  const facts = [...others.filter((fact) => !own.includes(fact)), ...own];
  const details = {
    input: facts.flatMap((fact) => fact.details?.input ?? []),
    output: facts.flatMap((fact) => fact.details?.output ?? []),
    cached: facts.flatMap((fact) => fact.details?.cached ?? []),
  };
  const places: Readonly<Record<Place, readonly string[]>> = {
    sums: [''],
    input: details.input.map((name) => `${name}.`),
    output: details.output.map((name) => `${name}.`),
    cached: details.input.flatMap((input) => details.cached.map((name) => `${input}.${name}.`)),
  };
  const pathsOf = (names: Names) =>
    Object.entries(names).flatMap(([place, list]) =>
      places[place as Place].flatMap((at) => list.map((name) => at + name)),
    );
  const entries = entriesOf(facts);
  const priced: Readonly<Record<string, string>> = Object.assign({}, ...facts.map((fact) => fact.calls));
  const calls = Object.entries(priced).map(([path, tool]) => ({ tool, ...placeOfCalls(path) }));
  const callReaders = facts.flatMap(({ callReader }) => callReader ?? []);
  const fees = facts.flatMap(({ searchFee }) => searchFee ?? []);
  const paths = [
    ...entries.flatMap(({ place, names }) => pathsOf({ [place]: names })),
    ...Object.keys(priced),
    ...callReaders.flatMap((reader) => reader.paths),
    ...facts.flatMap(({ reads = [], within = {}, noTokens = [] }) => [
      ...reads,
      ...pathsOf(within),
      ...noTokens,
    ]),
  ];
  return {
    size: ofAll.length,
    meanings: meaningsOf(entries),
    details: {
      input: new Set(details.input),
      output: new Set(details.output),
      cached: new Set(details.cached),
    },
    calls,
    callReaders,
    countingCalls: facts.flatMap(({ countsAllCalls = [] }) => countsAllCalls),
    fees,
    callMembers: [
      ...new Set([
        ...calls.map(({ group, member }) => group ?? member),
        ...callReaders.flatMap(({ paths }) => paths.map((path) => path.split('.')[0]!)),
        ...fees.flatMap(({ size, cost }) => [size, cost]),
      ]),
    ],
    elsewhere: facts.flatMap(({ elsewhere = [] }) =>
      elsewhere.map((path) => {
        const [group = '', member = ''] = path.split('.');
        return { group, member };
      }),
    ),
    media: {
      images: facts.flatMap(({ media }) => media?.images ?? []),
      seconds: facts.flatMap(({ media }) => media?.seconds ?? []),
    },
    paths,
    unreadOf: unreadMembers(paths),
  };
}

function entriesOf(facts: readonly UsageFact[]): Entry[] {
  const meanings = new Map<string, { name: keyof TokenCounts; place: Place; member: string }>();
  for (const { counts = {} } of facts)
    for (const [name, names] of Object.entries(counts))
      for (const [place, members] of Object.entries(names))
        for (const member of members)
          meanings.set(`${place} ${member}`, {
            name: name as keyof TokenCounts,
            place: place as Place,
            member,
          });
  const entries: Entry[] = [];
  for (const { name, place, member } of meanings.values()) {
    const entry = entries.find((one) => one.name === name && one.place === place);
    if (entry) entry.names.push(member);
    else entries.push({ name, place, names: [member] });
  }
  return entries;
}

function placeOfCalls(path: string): Pick<Calls, 'group' | 'member'> {
  const [first = '', second] = path.split('.');
  return second === undefined ? { group: undefined, member: first } : { group: first, member: second };
}

function meaningsOf(entries: readonly Entry[]): Compiled['meanings'] {
  const meanings = { sums: new Map(), input: new Map(), output: new Map(), cached: new Map() };
  for (const { name, place, names } of entries) for (const member of names) meanings[place].set(member, name);
  return meanings;
}

/** Adds what the members of an object count. */
function addCounts(
  counts: TokenCounts,
  object: UnknownRecord,
  meanings: ReadonlyMap<string, keyof TokenCounts>,
): void {
  for (const member in object) {
    const name = meanings.get(member);
    if (name === undefined) continue;
    const tokens = count(object[member]);
    if (tokens !== undefined) counts[name] = Math.max(tokens, counts[name] ?? 0);
  }
}
