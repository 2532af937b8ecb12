import type { FailureFact } from '../../kit/facts/declared-facts.js';
import { providerFacts } from '../../kit/facts/provider-facts.js';

const PAGE = 'https://docs.dify.ai/api-reference/chatflows/send-chat-message';

/** Most errors of the app and its models are sent as 400, which does not tell whose fault they are. */
const means = (codes: readonly string[], status: number, disables = false): FailureFact => ({
  codes,
  means: { status, retryable: true, disables },
  source: PAGE,
});

export const difyFacts = providerFacts(
  {
    usage: [
      {
        reads: ['prompt_tokens', 'completion_tokens', 'total_tokens'],
        noTokens: ['latency', 'time_to_first_token', 'time_to_generate'],
        source: PAGE,
      },
    ],
    failures: [
      means(['unauthorized'], 401, true),
      // The operator of the app must act before it answers again.
      means(['provider_quota_exceeded'], 429, true),
      means(['rate_limit_error', 'too_many_requests'], 429),
      means(['completion_request_error', 'workflow_failed'], 502),
      means(
        [
          'app_unavailable',
          'provider_not_initialize',
          'model_currently_not_support',
          'not_chat_app',
          'not_completion_app',
          'not_workflow_app',
        ],
        503,
      ),
    ],
  },
  { passesOn: true },
);
