import { TOO_LONG_CODE } from '../../canonical/failure.js';
import type { FinishReasons } from '../../canonical/finish.js';
import type { DeclaredFacts } from '../facts/declared-facts.js';
import { providerFacts } from '../facts/provider-facts.js';

const CHAT = 'https://platform.openai.com/docs/api-reference/chat/object';
const RESPONSES = 'https://platform.openai.com/docs/api-reference/responses/object';

/** https://platform.openai.com/docs/api-reference/completions/object */
export const OPENAI_COMPLETION_REASONS = {
  stop: 'stop',
  length: 'length',
  content_filter: 'content-filter',
} as const satisfies FinishReasons;

/** https://platform.openai.com/docs/api-reference/chat/object */
export const OPENAI_FINISH_REASONS = {
  ...OPENAI_COMPLETION_REASONS,
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
} as const satisfies FinishReasons;

/** Statuses of a response: https://platform.openai.com/docs/api-reference/responses/object */
export const RESPONSES_STATUSES = {
  completed: 'stop',
  incomplete: 'length',
  failed: 'broken',
  cancelled: 'broken',
  // Work that goes on without the connection, which the gateway does not request.
  queued: 'broken',
  in_progress: 'broken',
} as const satisfies FinishReasons;

/** What OpenAI documents, and what providers compatible with it therefore have without declaring it. */
export const openaiDefaults: DeclaredFacts = {
  finish: [
    { words: OPENAI_FINISH_REASONS, source: CHAT },
    // Reasons of an `incomplete` response.
    { words: { max_output_tokens: 'length', content_filter: 'content-filter' }, source: RESPONSES },
  ],
  tooLong: [
    {
      codes: [TOO_LONG_CODE],
      messages: /maximum context length|context (?:length|window|limit)|available context size/i,
      passedOn: true,
      source: 'https://platform.openai.com/docs/guides/error-codes',
    },
  ],
  usage: [
    {
      counts: {
        input: { sums: ['prompt_tokens'] },
        output: { sums: ['completion_tokens'] },
        total: { sums: ['total_tokens'] },
        cached: { input: ['cached_tokens'] },
        reasoning: { output: ['reasoning_tokens'] },
        inputAudio: { input: ['audio_tokens'] },
        outputAudio: { output: ['audio_tokens'] },
      },
      details: { input: ['prompt_tokens_details'], output: ['completion_tokens_details'] },
      // Predictions are part of the completion: https://platform.openai.com/docs/guides/predicted-outputs
      within: { output: ['accepted_prediction_tokens', 'rejected_prediction_tokens'] },
      source: CHAT,
    },
    {
      // Also of images and transcripts: upstreams report chat under the names of Responses, too.
      counts: {
        input: { sums: ['input_tokens'] },
        output: { sums: ['output_tokens'] },
        inputText: { input: ['text_tokens'] },
        inputImage: { input: ['image_tokens'] },
        outputText: { output: ['text_tokens'] },
        outputImage: { output: ['image_tokens'] },
      },
      details: { input: ['input_tokens_details'], output: ['output_tokens_details'] },
      source: RESPONSES,
    },
    // Of transcripts that are billed by their length.
    { media: { seconds: ['seconds'] }, source: 'https://platform.openai.com/docs/api-reference/audio' },
    {
      counts: { cachedAudio: { cached: ['audio_tokens'] }, cachedImage: { cached: ['image_tokens'] } },
      details: {
        input: ['input_token_details'],
        output: ['output_token_details'],
        cached: ['cached_tokens_details'],
      },
      within: { cached: ['text_tokens'] },
      source: 'https://platform.openai.com/docs/api-reference/realtime-server-events',
    },
  ],
};

/** Of readers that do not know their provider, such as those of media. */
export const openaiFacts = providerFacts(openaiDefaults, { protocol: {}, passesOn: true });
