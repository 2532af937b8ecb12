import { list, record } from '../json/lenient.js';
import { defineProvider } from './define-provider.js';
import { openAICompatible } from './openai/openai-compatible.js';

const PAGE = 'https://docs.perplexity.ai/api-reference/chat-completions-post';

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
      instructions: { place: 'first', source: PAGE },
      // It lists no tools, and messages have only a role and content.
      noTools: { source: PAGE },
      // After the instructions, turns of user and assistant must alternate.
      firstTurn: { must: 'be-users', source: PAGE },
      sameRole: { must: 'be-joined', source: PAGE },
      // JSON schemas and regular expressions: https://docs.perplexity.ai/guides/structured-outputs
      jsonOutput: { takes: 'schema', source: PAGE },
    },
    limit: 'max_tokens',
    url: (_path, { baseUrl }) => `${baseUrl}/chat/completions`,
    only: new Set([
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
    change: (members) => {
      const changes: Record<string, unknown> = {
        messages: list(members.value('messages')).map((message) => {
          const { role, content } = record(message);
          return { role, content };
        }),
      };
      const topP = members.value('top_p');
      if (typeof topP === 'number' && topP >= 1) changes.top_p = 0.99;
      return changes;
    },
  }),
});
