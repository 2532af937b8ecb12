import { list, record, text } from '../../json/lenient.js';
import type { CanonicalChat } from '../../canonical/chat.js';
import type { Query, Target } from '../../kit/provider.js';
import { headersFor } from './address.js';
import { familyOf, leastCached, maxOutput, type ModelFamily } from './model-families.js';

/** Fields that a Claude model accepts, derived from its name and version. */
export interface ModelRules {
  /** Name without -thinking or an effort suffix. */
  model: string;
  /** The name's suffix requests thinking. */
  thinking: boolean;
  /** From the suffixes -low … -max of models that support efforts. */
  effort: string | undefined;
  /** Thinking capabilities. */
  family: ModelFamily;
  /** Sampling fields: `all`; `one` of temperature and top_p, but not both; or `none`. */
  samples: 'all' | 'one' | 'none';
  /**
   * Accepts instructions among the messages
   * (https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages), or is unknown.
   */
  laterInstructions: boolean;
  /** Supports structured outputs with a JSON schema. */
  schemas: boolean;
  /** Length in tokens of the shortest prefix that it caches; undefined if unknown. */
  leastCached: number | undefined;
  /** Continues an assistant turn at the end of the conversation; newer models reject it. */
  prefills: boolean;
  /** Maximum of `max_tokens`; larger values are rejected. Infinity if unknown. */
  maxOutput: number;
}

const effortSuffix = /-(low|medium|high|xhigh|max)$/;
const thinkingSuffix = '-thinking';
/** The first version that does not continue an assistant turn. */
const NO_PREFILL = 406;

/** @param adapter the option claude.thinking_adapter_enabled: suffixes are only parsed if it is on */
export function rulesOf(name: string, adapter: boolean): ModelRules {
  const version = versionOf(name);
  const thinking = adapter && name.endsWith(thinkingSuffix);
  const effort = adapter && !thinking && version >= 406 ? effortSuffix.exec(name)?.[1] : undefined;
  const cut = thinking ? thinkingSuffix.length : effort === undefined ? 0 : effort.length + 1;
  return {
    model: name.slice(0, name.length - cut),
    thinking,
    effort,
    family: familyOf(name, version),
    samples: version >= 407 || isNameless(name) ? 'none' : version >= 401 ? 'one' : 'all',
    laterInstructions: version >= 408 || version === 0,
    schemas: version >= 405 || isNameless(name) || (version >= 401 && name.includes('opus')),
    leastCached: leastCached(name, version),
    prefills: version < NO_PREFILL && !isNameless(name),
    maxOutput: maxOutput(name, version),
  };
}

/** Families of the fifth generation whose names may contain no version (`claude-mythos-preview`). */
function isNameless(name: string): boolean {
  return /claude-(?:mythos|fable)/.test(name);
}

/**
 * Whether the model continues an assistant turn at the end: not while it thinks, and not from version 4.6 on.
 * https://docs.claude.com/en/docs/build-with-claude/prompt-engineering/prefill-claudes-response
 */
export function prefills({ model, reasoning, responseFormat }: CanonicalChat): boolean {
  const version = isNameless(model) ? NO_PREFILL : versionOf(model);
  const thinks = (reasoning && reasoning.type !== 'off') || model.endsWith(thinkingSuffix);
  return version > 0 && version < NO_PREFILL && !thinks && (responseFormat?.type ?? 'text') === 'text';
}

/**
 * claude-3-7-sonnet-… is 307, claude-opus-4-1-20250805 is 401, claude-sonnet-4-20250514 is 400. Names of other models are 0,
 * the oldest: nothing is removed from their requests.
 */
function versionOf(name: string): number {
  const found = /claude-(?:[a-z]+-)?(\d)(?:[-.](\d{1,2}))?(?!\d)/.exec(name);
  return found ? Number(found[1]) * 100 + Number(found[2] ?? 0) : 0;
}

/** The option claude.default_max_tokens for a model; 8192 if the option has no default. */
export function defaultMaxTokens(target: Target, model: string): number {
  const table = target.settings.claude.defaultMaxTokens;
  return table[target.model] ?? table[model] ?? table.default ?? 8192;
}

export const models: Query<string[]> = {
  request: (target) => ({
    method: 'GET',
    url: `${target.baseUrl}/v1/models?limit=1000`,
    headers: headersFor(target),
  }),
  read: (body) =>
    list(record(body).data)
      .map((model) => text(record(model).id))
      .filter((id) => id !== ''),
};
