import type { DeclaredFacts, FailureFact } from '../../kit/facts/declared-facts.js';
import { factsOf } from '../../kit/openai/dialect.js';

const ERRORS = 'https://developers.cloudflare.com/workers-ai/platform/errors/';
const GUARDRAILS = 'https://developers.cloudflare.com/ai-gateway/features/guardrails/set-up-guardrail/';

const means = (
  codes: readonly string[],
  meaning: FailureFact['means'],
  source: string = ERRORS,
): FailureFact => ({ codes, means: { kind: 'upstream_error', ...meaning }, source });

/** Other codes leave the HTTP status as it is. */
export const declaredFacts: DeclaredFacts = {
  failures: [
    // The key or the account is unusable.
    means(['10000', '9109'], { status: 401, disables: true, retryable: true }),
    means(['3023'], { status: 403, disables: true, retryable: true }),
    // The daily free allocation is used up.
    means(['3036'], { status: 429, code: 'insufficient_quota', disables: true, retryable: true }),
    means(['3040'], { status: 429, retryable: true }),
    // The account has no such model, or may not use it; another channel may.
    means(['5007', '3042'], { status: 404, code: 'model_not_found', retryable: true }),
    means(['5016', '5018', '3041'], { status: 403, retryable: true }),
    means(['3006'], { status: 413, retryable: false }),
    means(['3007', '3008'], { status: 408, retryable: false }),
    // Blocked by the guardrails of an AI Gateway.
    means(['2016', '2017'], { status: 400, code: 'content_filter', retryable: false }, GUARDRAILS),
  ],
};

export const cloudflareFacts = factsOf({ facts: declaredFacts });
