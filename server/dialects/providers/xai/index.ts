import { defineProvider, modelNames } from '../../kit/define-provider.js';
import { openAICompatible, type OpenAICompatibleOptions } from '../../kit/openai/openai-compatible.js';
import type { ModelRules } from '../../kit/openai/dialect.js';
import type { ModelRule } from '../../kit/rules/chat-rules.js';
import { xaiImages } from './images.js';
import { xaiSpeech } from './speech.js';
import { xaiVideos } from './videos.js';

/** Models that reason, always or by default; they are also sold without reasoning, under names that say so. */
const REASONS = /^grok-(?:3-mini|[4-9]|code|build)(?!.*non-reasoning)/;
const MINI = /^grok-3-mini/;
const SUFFIX = /-(high|medium|low)$/;
const OLD = ['low', 'medium', 'high'];

const REASONING = 'https://docs.x.ai/developers/model-capabilities/text/reasoning';

const efforts = (models: RegExp, words: readonly string[]): ModelRule => ({
  models,
  rules: { efforts: { words, source: `${REASONING}#effort-levels` } },
});

/** Of the efforts, the last match counts: models without any reject the member, though some of them reason. */
const modelsAccept: readonly ModelRule[] = [
  // Since Grok 4.6.
  efforts(/^grok-/, [...OLD, 'xhigh']),
  efforts(/^grok-(?:4(?!\.[4-9](?!\d))|[0-3]|beta|vision|code|build)/, []),
  efforts(/^grok-4\.20-multi-agent/, [...OLD, 'xhigh']),
  efforts(/^grok-4\.5(?!\d)/, OLD),
  efforts(/^grok-4\.3(?!\d)/, ['none', ...OLD]),
  efforts(MINI, OLD),
  {
    models: REASONS,
    rules: {
      rejectedOptions: { names: ['presence_penalty', 'frequency_penalty', 'stop'], source: REASONING },
    },
  },
];

const options: OpenAICompatibleOptions = {
  rules,
  modelsAccept,
  facts: {
    tooLong: [
      {
        messages: /maximum prompt length/i,
        passedOn: true,
        source: 'https://docs.x.ai/docs/key-information/debugging',
      },
    ],
    usage: [
      { reasoning: 'beside-output', source: 'https://docs.x.ai/docs/api-reference' },
      { noTokens: ['cost_in_usd_ticks'], source: 'https://docs.x.ai/developers/cost-tracking' },
      { calls: { num_sources_used: 'live_search' }, source: 'https://docs.x.ai/docs/guides/live-search' },
      {
        calls: {
          'server_side_tool_usage_details.web_search_calls': 'web_search',
          'server_side_tool_usage_details.x_search_calls': 'x_search',
          'server_side_tool_usage_details.code_interpreter_calls': 'code_interpreter',
          'server_side_tool_usage_details.file_search_calls': 'file_search',
        },
        countsAllCalls: ['server_side_tool_usage_details'],
        // The sum of all, and MCP servers, which cost tokens only: https://docs.x.ai/developers/pricing#tools-pricing
        noTokens: ['num_server_side_tools_used', 'server_side_tool_usage_details.mcp_calls'],
        source: 'https://docs.x.ai/developers/tools/tool-usage-details',
      },
    ],
    failures: [
      {
        status: 400,
        message: /Incorrect API key/,
        means: { status: 401, disables: true, retryable: true },
        source: 'https://docs.x.ai/docs/key-information/debugging',
      },
    ],
  },
};

/** https://docs.x.ai/docs/api-reference */
export default defineProvider({
  type: 48,
  id: 'xai',
  name: { en: 'xAI', zh: 'xAI' },
  synonyms: ['Grok', 'SpaceXAI'],
  color: 'blue',
  baseUrl: 'https://api.x.ai',
  keys: [{ prefix: 'xai-', certainty: 'certain' }],
  models: modelNames(`
    grok-4.6 grok-4.5 grok-4.3
    grok-3-beta grok-3-mini-beta grok-3-fast-beta grok-3-mini-fast-beta grok-3-mini-beta-high
    grok-3-mini-beta-low grok-3-mini-beta-medium grok-3-mini-fast-beta-high grok-3-mini-fast-beta-low
    grok-3-mini-fast-beta-medium grok-2-image grok-2 grok-2-vision grok-beta grok-vision-beta
    grok-imagine-image grok-imagine-image-quality grok-imagine-image-2.0 grok-imagine-video grok-tts`),
  api: openAICompatible({
    ...options,
    videos: xaiVideos,
    operations: { ...xaiImages, speech: xaiSpeech },
  }),
});

/** Efforts may be a suffix on grok-3-mini only. */
function rules(name: string): ModelRules {
  const effort = MINI.test(name) ? SUFFIX.exec(name)?.[1] : undefined;
  return {
    model: effort === undefined ? name : name.slice(0, -effort.length - 1),
    effort,
    reasons: REASONS.test(name),
    refused: [],
    developer: false,
  };
}
