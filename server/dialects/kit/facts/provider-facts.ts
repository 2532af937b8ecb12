import type { DeclaredFacts } from './declared-facts.js';
import { FinishWords } from './finish-words.js';
import { KnownFailures } from './known-failures.js';
import { TooLongWords } from './too-long-words.js';
import { UsageMembers } from './usage-members.js';

/** What readers of a provider's responses know: its own words and members, those of its protocol, and those of all others. */
export interface ProviderFacts {
  readonly declared: DeclaredFacts;
  readonly finish: FinishWords;
  readonly tooLong: TooLongWords;
  readonly usage: UsageMembers;
  readonly failures: KnownFailures;
}

interface ApiKind {
  /** What it has without declaring it. Absent: it has a protocol of its own. */
  readonly protocol?: DeclaredFacts;
  /** Other APIs may be behind it, whose messages it passes on. */
  readonly passesOn?: true;
}

/** Compiles what a provider declares; called once, when it is defined. */
export function providerFacts(declared: DeclaredFacts, { protocol, passesOn }: ApiKind = {}): ProviderFacts {
  const of = <F extends keyof DeclaredFacts>(name: F) =>
    [...(protocol?.[name] ?? []), ...(declared[name] ?? [])] as NonNullable<DeclaredFacts[F]>;
  return {
    declared,
    finish: new FinishWords(of('finish')),
    tooLong: new TooLongWords(of('tooLong'), passesOn === true),
    usage: new UsageMembers(of('usage'), protocol !== undefined),
    failures: new KnownFailures(of('failures')),
  };
}
