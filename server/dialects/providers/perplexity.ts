import { count, isRecord, list, record, text, type UnknownRecord } from '../json/lenient.js';
import { defineProvider } from '../kit/define-provider.js';
import { openAICompatible } from '../kit/openai/openai-compatible.js';
import { openaiFacts } from '../kit/openai/default-facts.js';

const PAGE = 'https://docs.perplexity.ai/api-reference/chat-completions-post';

const PRICES = 'https://docs.perplexity.ai/getting-started/pricing';

/** https://docs.perplexity.ai/api-reference/chat-completions-post; unknown members are rejected. */
export default defineProvider({
  type: 27,
  id: 'perplexity',
  name: { en: 'Perplexity', zh: 'Perplexity' },
  color: 'blue',
  baseUrl: 'https://api.perplexity.ai',
  sdkPath: /$/,
  keys: [{ prefix: 'pplx-', certainty: 'certain' }],
  models: [
    'llama-3-sonar-small-32k-chat',
    'llama-3-sonar-small-32k-online',
    'llama-3-sonar-large-32k-chat',
    'llama-3-sonar-large-32k-online',
    'llama-3-8b-instruct',
    'llama-3-70b-instruct',
    'mixtral-8x7b-instruct',
  ],
  legacy: true,
  api: openAICompatible({
    streamOptions: false,
    models: false,
    accepts: {
      outputLimit: { name: 'max_tokens', source: PAGE },
      options: {
        names: new Set([
          'model',
          'stream',
          'messages',
          'temperature',
          'top_p',
          'top_k',
          'max_tokens',
          'stop',
          'stream_mode',
          'search_mode',
          'search_domain_filter',
          'search_language_filter',
          'search_recency_filter',
          'search_after_date_filter',
          'search_before_date_filter',
          'last_updated_after_filter',
          'last_updated_before_filter',
          'disable_search',
          'enable_search_classifier',
          'image_domain_filter',
          'image_format_filter',
          'return_images',
          'return_related_questions',
          'response_format',
          'reasoning_effort',
          'web_search_options',
          'frequency_penalty',
          'presence_penalty',
        ]),
        source: PAGE,
      },
      ranges: { of: { top_p: [0, 0.99] }, source: PAGE },
      instructions: { place: 'first', source: PAGE },
      // It lists no tools, and messages have only a role and content.
      noTools: { source: PAGE },
      // After the instructions, turns of user and assistant must alternate.
      firstTurn: { must: 'be-users', source: PAGE },
      sameRole: { must: 'be-joined', source: PAGE },
      // JSON schemas and regular expressions: https://docs.perplexity.ai/guides/structured-outputs
      jsonOutput: { takes: 'schema', source: PAGE },
    },
    facts: {
      usage: [
        {
          // Added to the sums where they are billed (`withResearch`).
          within: { sums: ['citation_tokens', 'reasoning_tokens'] },
          noTokens: ['cost.*'],
          // Billed for deep research.
          calls: { num_search_queries: 'search_query' },
          searchFee: {
            size: 'search_context_size',
            sizes: ['low', 'medium', 'high'],
            cost: 'cost',
            fee: 'request_cost',
          },
          source: PRICES,
        },
      ],
    },
    url: (_path, { baseUrl }) => `${baseUrl}/chat/completions`,
    change: (members) => ({
      messages: list(members.value('messages')).map((message) => {
        const { role, content } = record(message);
        return { role, content };
      }),
    }),
    normalize: withResearch,
  }),
});

/**
 * Deep research is also billed for the sources that it read, like input, and for its reasoning; its sums contain neither
 * (https://docs.perplexity.ai/getting-started/pricing). Citations of other models are free.
 */
function withResearch(body: UnknownRecord): UnknownRecord {
  const { usage } = body;
  if (!isRecord(usage) || !text(body.model).includes('deep-research')) return body;
  const { input = 0, output = 0 } = openaiFacts.usage.counts(usage);
  const citations = count(usage.citation_tokens) ?? 0;
  const reasoning = count(usage.reasoning_tokens) ?? 0;
  if (citations + reasoning === 0) return body;
  return {
    ...body,
    usage: {
      ...usage,
      prompt_tokens: input + citations,
      completion_tokens: output + reasoning,
      total_tokens: input + citations + output + reasoning,
      completion_tokens_details: { reasoning_tokens: reasoning },
    },
  };
}
