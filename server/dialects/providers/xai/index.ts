import type { UpstreamFailure } from '../../canonical/failure.js';
import { isRecord, type UnknownRecord } from '../../json/lenient.js';
import { defineProvider, modelNames } from '../define-provider.js';
import { openAICompatible, type OpenAICompatibleOptions } from '../openai/openai-compatible.js';
import type { ModelRules } from '../openai/dialect.js';
import { readCounts } from '../openai/token-counts.js';
import type { ModelRule } from '../rules/chat-rules.js';
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
  normalize: (body) => (isRecord(body.usage) ? { ...body, usage: withReasoning(body.usage) } : body),
  adjustFailure,
};

/** https://docs.x.ai/docs/api-reference */
export default defineProvider({
  type: 48,
  id: 'xai',
  name: { en: 'xAI', zh: 'xAI' },
  color: 'blue',
  baseUrl: 'https://api.x.ai',
  keys: [{ prefix: 'xai-', certainty: 'certain' }],
  models: modelNames(`
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

/** Invalid keys are reported as 400. */
function adjustFailure(failure: UpstreamFailure): UpstreamFailure {
  if (failure.status !== 400) return failure;
  if (failure.message.includes('Incorrect API key'))
    return { ...failure, status: 401, disables: true, retryable: true };
  return failure;
}

/** xAI's completion tokens exclude reasoning, which is only part of the total. */
function withReasoning(usage: UnknownRecord): UnknownRecord {
  const { input, output = 0, total = 0 } = readCounts(usage);
  return input === undefined || total - input <= output
    ? usage
    : { ...usage, completion_tokens: total - input };
}
