import type { UsageFact } from '../../kit/facts/declared-facts.js';
import { providerFacts } from '../../kit/facts/provider-facts.js';

const PRICING = 'https://docs.cohere.com/docs/how-does-cohere-pricing-work';

const USAGE: readonly UsageFact[] = [
  {
    reads: [
      'billed_units.input_tokens',
      'billed_units.output_tokens',
      'tokens.input_tokens',
      'tokens.output_tokens',
    ],
    within: { sums: ['cached_tokens'] },
    noTokens: ['tokens.cached_tokens'],
    source: PRICING,
  },
];

export const cohereFacts = providerFacts({
  finish: [
    {
      words: {
        COMPLETE: 'stop',
        STOP_SEQUENCE: 'stop',
        TOOL_CALL: 'tool-calls',
        MAX_TOKENS: 'length',
        ERROR: 'broken',
        TIMEOUT: 'broken',
        // Of version 1.
        ERROR_LIMIT: 'length',
        ERROR_TOXIC: 'content-filter',
        USER_CANCEL: 'broken',
      },
      source: 'https://docs.cohere.com/reference/chat#response.body.finish_reason',
    },
  ],
  usage: USAGE,
  tooLong: [
    {
      // "too many tokens: total number of tokens in the prompt cannot exceed 4081", but not "too many tokens: max tokens must …".
      messages: /too many tokens: (?!max tokens)|maximum context length/i,
      source: 'https://docs.cohere.com/reference/errors',
    },
  ],
});

/** Of `meta`. Rerank is priced per call; chat has no searches: where Cohere bills some, they must be seen. */
export const cohereMetaFacts = providerFacts({
  usage: [...USAGE, { reads: ['billed_units.search_units'], source: PRICING }],
});
