import { baseId } from './model-ids.js';

/** What the models of one family accept in Converse besides what all models do. */
export interface ModelFamily {
  /**
   * Values of `toolChoice`: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolChoice.html. Models
   * reject others.
   */
  readonly forces: readonly ('any' | 'tool')[];
  /**
   * Streams responses to requests with tools; of the others: "This model doesn't support tool use in streaming mode."
   * https://docs.aws.amazon.com/bedrock/latest/userguide/conversation-inference-supported-models-features.html
   */
  readonly streamsTools: boolean;
  /** Accepts `status` in tool results. */
  readonly toolStatus: boolean;
  /** Accepts cache points after the system prompt and in messages. */
  readonly cachePoints: boolean;
  /**
   * Accepts a JSON schema for the response:
   * https://docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html
   */
  readonly schemas: boolean;
  /** Accepts the reasoning of earlier turns, with its signature. */
  readonly reasoningHistory: boolean;
  /**
   * Continues a response at the end of the conversation; the others: "requires the last turn in the conversation to be a user
   * message" (https://github.com/i-am-bee/beeai-framework/issues/753).
   */
  readonly prefills: boolean;
  /** Where `top_k` is sent in `additionalModelRequestFields`; absent: nowhere. */
  readonly topK?: (value: number) => object;
  /** How an effort is requested in `additionalModelRequestFields`; absent: it cannot be. */
  readonly effort?: (effort: Effort) => object;
  /** The strongest effort requires that no limit of output tokens and no sampling members are set. */
  readonly freeAtHighEffort?: true;
}

export type Effort = 'low' | 'medium' | 'high';

const PLAIN: ModelFamily = {
  forces: [],
  streamsTools: true,
  toolStatus: false,
  cachePoints: false,
  schemas: false,
  reasoningHistory: false,
  prefills: false,
};
const OPEN: ModelFamily = { ...PLAIN, schemas: true };
const WHOLE_CALLS: ModelFamily = { ...PLAIN, streamsTools: false };

/** https://docs.aws.amazon.com/nova/latest/userguide/complete-request-schema.html */
const NOVA: ModelFamily = {
  ...PLAIN,
  forces: ['any', 'tool'],
  toolStatus: true,
  cachePoints: true,
  // https://docs.aws.amazon.com/nova/latest/userguide/prompting-structured-output.html
  prefills: true,
  topK: (topK) => ({ inferenceConfig: { topK } }),
};

/** A model behind an ARN that does not contain its name. It may be Claude, which needs its reasoning for tool results. */
const UNKNOWN: ModelFamily = { ...PLAIN, reasoningHistory: true, prefills: true };

/** Families by the beginning of the base id; the first match wins. */
const FAMILIES: readonly (readonly [prefix: string, family: ModelFamily])[] = [
  [
    'amazon.nova-2',
    {
      ...NOVA,
      // https://docs.aws.amazon.com/nova/latest/nova2-userguide/extended-thinking.html
      effort: (maxReasoningEffort) => ({ reasoningConfig: { type: 'enabled', maxReasoningEffort } }),
      freeAtHighEffort: true,
    },
  ],
  ['amazon.nova', NOVA],
  ['amazon.', PLAIN],
  ['ai21.', PLAIN],
  ['cohere.', { ...PLAIN, topK: (k) => ({ k }) }],
  ['deepseek.r1', WHOLE_CALLS],
  ['deepseek.', OPEN],
  ['google.', OPEN],
  ['meta.', WHOLE_CALLS],
  ['minimax.', OPEN],
  ['mistral.mistral-7b', PLAIN],
  ['mistral.mistral-large-24', { ...WHOLE_CALLS, forces: ['any'] }],
  ['mistral.mistral-large', { ...OPEN, forces: ['any'] }],
  ['mistral.mistral-small-24', WHOLE_CALLS],
  ['mistral.mixtral', PLAIN],
  ['mistral.pixtral', WHOLE_CALLS],
  ['mistral.', OPEN],
  ['moonshot', OPEN],
  ['nvidia.', OPEN],
  // https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-openai.html
  ['openai.', { ...OPEN, effort: (reasoning_effort) => ({ reasoning_effort }) }],
  ['qwen.', OPEN],
  ['writer.', WHOLE_CALLS],
  ['zai.', OPEN],
];

/** The family of a model id, inference profile id or ARN. */
export function familyOf(id: string): ModelFamily {
  const base = baseId(id);
  const family = FAMILIES.find(([prefix]) => base.startsWith(prefix))?.[1];
  // Names of models begin with that of their maker.
  return family ?? (base.includes('.') ? PLAIN : UNKNOWN);
}
