import type { Attempt } from '../doubles/failing-provider.js';

/** What a client observed of one call. */
export interface Call {
  /** Status 200 and no error event. */
  readonly succeeded: boolean;
  readonly isComplete: boolean;
  readonly seconds: number;
  readonly model: string | undefined;
  readonly hasUsage: boolean;
}

/** Observations from which a scenario is judged. */
export interface Seen {
  readonly calls: readonly Call[];
  /** Attempts for the primary's model, in order. */
  readonly attempts: readonly Attempt[];
  /** A later call to a healthy model. */
  readonly alive: Call;
  readonly limits: {
    /** The time limits below apply to a scale of 10. */
    readonly scale: number;
    /** Seconds from the provider's recovery to the first request it answered. */
    readonly recoveredAfter?: number;
    readonly recovery?: number;
  };
}

/**
 * pass: a complete response (or the correct error) and no broken rule. partial: the same, with a broken advisory rule.
 * safe: a correct error report. fail: a truncated response reported as success, or a broken mandatory rule.
 */
export interface Verdict {
  /** Duration of the slowest call. */
  readonly seconds: number;
  readonly verdict: 'pass' | 'partial' | 'safe' | 'fail';
  readonly why: readonly string[];
}

interface Rule {
  readonly name: string;
  readonly holds: (seen: Seen) => boolean;
  /** Breaking an advisory rule lowers the verdict to partial instead of fail. */
  readonly isAdvice?: true;
}

const within = (seconds: number, isAdvice?: true): Rule => ({
  name: `within ${seconds} s`,
  holds: ({ calls, limits }) => calls.every((call) => call.seconds <= (seconds / 10) * limits.scale),
  isAdvice,
});
const attemptsAtMost = (most: number, isAdvice?: true): Rule => ({
  name: `at most ${most} attempts`,
  holds: ({ attempts }) => attempts.length <= most,
  isAdvice,
});
const askedTwice: Rule = {
  name: 'the same provider asked again',
  holds: ({ attempts }) => attempts.length >= 2,
  isAdvice: true,
};
const noMoreThan = (most: number, ms: number): Rule => ({
  name: `no more than ${most} attempts in ${ms} ms`,
  holds: ({ attempts }) => attempts.filter(({ at }) => at - attempts[0]!.at < ms).length <= most,
});

const rules: Readonly<Record<string, readonly Rule[]>> = {
  'rate-limit-once': [
    askedTwice,
    {
      name: 'the ordered time is waited for',
      holds: ({ attempts: [first, second] }) =>
        first !== undefined && second !== undefined && second.at - first.at >= 1800,
      isAdvice: true,
    },
    noMoreThan(2, 1500),
  ],
  'rate-limit-always': [noMoreThan(4, 3000), attemptsAtMost(6)],
  'error-once': [askedTwice],
  'overloaded-always': [attemptsAtMost(6)],
  silent: [within(100), attemptsAtMost(1, true)],
  'slow-first-token': [within(15, true)],
  stall: [within(45)],
  'no-end-marker': [
    within(8),
    { name: 'usage reported', holds: ({ calls }) => calls.every(({ hasUsage }) => hasUsage), isAdvice: true },
  ],
  'too-long': [attemptsAtMost(1)],
  'content-filter': [attemptsAtMost(1)],
  'down-for-a-while': [
    {
      name: 'all answered while it was down',
      holds: ({ calls }) => calls.every(({ succeeded }) => succeeded),
    },
    {
      name: 'asked again soon after it had recovered',
      holds: ({ limits: { recoveredAfter, recovery = 0 } }) =>
        recoveredAfter !== undefined && recoveredAfter <= recovery,
    },
  ],
  'overloaded-always.reported': [
    {
      name: 'names the model that answered',
      holds: ({ calls }) => calls.every(({ model }) => model === 'healthy.fallback'),
    },
    { name: 'usage reported', holds: ({ calls }) => calls.every(({ hasUsage }) => hasUsage), isAdvice: true },
  ],
};

const aliveAfter: Rule = {
  name: 'serves others afterwards',
  holds: ({ alive }) => alive.succeeded && alive.isComplete,
};

export function verdictOf(scenario: string, seen: Seen): Verdict {
  const broken = [...(rules[scenario] ?? []), aliveAfter].filter(({ holds }) => !holds(seen));
  const why = broken.map(({ name }) => name);
  const seconds = Math.max(...seen.calls.map((call) => call.seconds));
  if (seen.calls.some(({ succeeded, isComplete }) => succeeded && !isComplete))
    return { seconds, verdict: 'fail', why: ['a cut answer as a success', ...why] };
  if (broken.some(({ isAdvice }) => !isAdvice)) return { seconds, verdict: 'fail', why };
  const isError = scenario === 'content-filter';
  const rescued = seen.calls.every(({ succeeded }) => succeeded !== isError);
  if (!rescued) return { seconds, verdict: isError ? 'partial' : 'safe', why: ['not rescued', ...why] };
  return { seconds, verdict: broken.length > 0 ? 'partial' : 'pass', why };
}
