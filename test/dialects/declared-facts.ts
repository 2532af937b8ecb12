import type { FinishClass } from '../../server/dialects/canonical/finish.js';
import type { DeclaredFacts } from '../../server/dialects/kit/facts/declared-facts.js';
import { definitions } from '../../server/dialects/providers/registry.js';

/** What each provider declares about its responses, by its id; OpenAI's are those of its protocol. */
export const declaredFacts: ReadonlyMap<string, DeclaredFacts> = new Map(
  definitions.flatMap(({ id, api }): [string, DeclaredFacts][] =>
    api?.facts ? [[id, api.facts.declared]] : [],
  ),
);

/** The finish reasons that a provider declares. */
export function finishWordsOf({ finish = [] }: DeclaredFacts): Record<string, FinishClass> {
  return Object.assign({}, ...finish.map(({ words }) => words)) as Record<string, FinishClass>;
}

/** The finish reasons of all providers. */
export const finishWords: ReadonlyMap<string, FinishClass> = new Map(
  [...declaredFacts.values()].flatMap((facts) => Object.entries(finishWordsOf(facts))),
);
