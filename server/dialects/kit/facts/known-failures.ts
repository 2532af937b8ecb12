import type { UpstreamFailure } from '../../canonical/failure.js';
import type { FailureFact } from './declared-facts.js';

const disablingEverywhere = new Set<string>();

/** Whether a code or type means that the channel is unusable, whichever provider it is from. */
export function disablesEverywhere(code: string): boolean {
  return disablingEverywhere.has(code);
}

/** The failures of one provider whose HTTP status does not say what to do, compiled once, when it is defined. */
export class KnownFailures {
  /** Those that the code or type alone decides. */
  private readonly byCode = new Map<string, FailureFact>();
  private readonly others: readonly FailureFact[];

  constructor(facts: readonly FailureFact[]) {
    const others: FailureFact[] = [];
    for (const fact of facts) {
      const { codes, status, message } = fact;
      if (fact.passedOn && Array.isArray(codes))
        for (const code of codes) disablingEverywhere.add(code as string);
      if (!Array.isArray(codes) || status !== undefined || message) others.push(fact);
      else for (const code of codes as readonly string[]) this.byCode.set(code, fact);
    }
    this.others = others;
  }

  /** The failure with what the provider means by it; the same object if nothing is declared for it. */
  adjusted(failure: UpstreamFailure): UpstreamFailure {
    const fact =
      this.byCode.get(failure.code) ??
      this.byCode.get(failure.kind) ??
      this.others.find((candidate) => matches(candidate, failure));
    return fact ? { ...failure, ...fact.means } : failure;
  }
}

function matches({ codes, status, message }: FailureFact, failure: UpstreamFailure): boolean {
  if (status !== undefined && failure.status !== status) return false;
  if (message && !message.test(failure.message)) return false;
  return !codes || isOneOf(codes, failure.code) || isOneOf(codes, failure.kind);
}

function isOneOf(codes: readonly string[] | RegExp, code: string): boolean {
  return codes instanceof RegExp ? codes.test(code) : codes.includes(code);
}
