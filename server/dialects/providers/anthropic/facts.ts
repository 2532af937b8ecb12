import type { FinishReasons } from '../../canonical/finish.js';
import { providerFacts } from '../../kit/facts/provider-facts.js';

const ERRORS = 'https://docs.claude.com/en/api/errors';

/** https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
export const ANTHROPIC_FINISH_REASONS = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content-filter',
  // The turn ends here, and the client's next request continues it.
  pause_turn: 'stop',
  compaction: 'stop',
} as const satisfies FinishReasons;

/** Of a response, and of each of its iterations. */
const COUNTS = [
  'input_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'cache_creation.ephemeral_5m_input_tokens',
  'cache_creation.ephemeral_1h_input_tokens',
  'output_tokens',
  'output_tokens_details.thinking_tokens',
];

/** Of Anthropic, and of platforms and gateways that have its Messages API. */
export const anthropicFacts = providerFacts({
  finish: [
    {
      words: ANTHROPIC_FINISH_REASONS,
      source: 'https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons',
    },
  ],
  usage: [
    {
      reads: [
        ...COUNTS,
        ...COUNTS.map((path) => `iterations.${path}`),
        'server_tool_use.web_search_requests',
        'server_tool_use.code_execution_requests',
      ],
      // Web fetches cost nothing but their tokens.
      noTokens: ['server_tool_use.web_fetch_requests'],
      source: 'https://platform.claude.com/docs/en/about-claude/pricing',
    },
  ],
  tooLong: [
    { messages: /prompt is too long/i, passedOn: true, source: ERRORS },
    // The prompt and `max_tokens` together exceed the context window.
    { messages: /exceed context limit/i, source: ERRORS },
  ],
});
