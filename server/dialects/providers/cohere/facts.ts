import { providerFacts } from '../facts/provider-facts.js';

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
  usage: [
    {
      reads: [
        'billed_units.input_tokens',
        'billed_units.output_tokens',
        'billed_units.search_units',
        'tokens.input_tokens',
        'tokens.output_tokens',
      ],
      within: { sums: ['cached_tokens'] },
      noTokens: ['tokens.cached_tokens'],
      source: 'https://docs.cohere.com/docs/how-does-cohere-pricing-work',
    },
  ],
  tooLong: [
    {
      // "too many tokens: total number of tokens in the prompt cannot exceed 4081", but not "too many tokens: max tokens must …".
      messages: /too many tokens: (?!max tokens)|maximum context length/i,
      source: 'https://docs.cohere.com/reference/errors',
    },
  ],
});
