import { providerFacts } from '../../kit/facts/provider-facts.js';

/** Of the Converse API, and of the errors of every API of Bedrock. */
export const bedrockFacts = providerFacts({
  finish: [
    {
      words: {
        end_turn: 'stop',
        stop_sequence: 'stop',
        tool_use: 'tool-calls',
        max_tokens: 'length',
        model_context_window_exceeded: 'length',
        content_filtered: 'content-filter',
        guardrail_intervened: 'content-filter',
        malformed_tool_use: 'broken',
        malformed_model_output: 'broken',
      },
      source: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html',
    },
  ],
  usage: [
    {
      reads: [
        'inputTokens',
        'outputTokens',
        'cacheReadInputTokens',
        'cacheWriteInputTokens',
        'cacheDetails.inputTokens',
      ],
      // The sum, and earlier names of the two counts of the cache.
      within: { sums: ['totalTokens', 'cacheReadInputTokenCount', 'cacheWriteInputTokenCount'] },
      source: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_TokenUsage.html',
    },
  ],
  tooLong: [
    {
      messages:
        /too long for (?:the )?requested model|prompt is too long|exceed(?:s|ed)? (?:the )?context|context (?:length|window)|maximum context|input tokens exceeded|input is too long|too many input tokens/i,
      source: 'https://docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html',
    },
  ],
});
