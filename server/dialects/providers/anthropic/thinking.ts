import { table } from '../../kit/table.js';
import type { CanonicalChat } from '../../canonical/chat.js';
import { count, text, type UnknownRecord } from '../../json/lenient.js';
import type { Target } from '../../kit/provider.js';
import type { ModelFamily } from './model-families.js';
import type { ModelRules } from './models.js';

/** https://platform.claude.com/docs/en/build-with-claude/extended-thinking: 1024 ≤ budget_tokens < max_tokens. */
const MIN_BUDGET = 1024;
/** Share of max_tokens that replaces a budget beyond it, so that tokens are left for the response. */
const MAX_SHARE = 0.8;
/** Smallest max_tokens for which MAX_SHARE reaches MIN_BUDGET; see `NativeCodec.leastThinkingLimit`. */
export const LEAST_THINKING_LIMIT = 1280;

/** Share of max_tokens by effort, for models that think by budget. */
const SHARES = table<number>({
  minimal: 0.2,
  low: 0.2,
  medium: 0.5,
  high: 0.8,
  xhigh: 0.8,
  max: 0.8,
});
const EFFORTS: readonly string[] = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

/** Top-level members of a request that enable thinking. */
export interface Thinking {
  thinking?: { type: string; budget_tokens?: number };
  output_config?: { effort: string } | undefined;
  max_tokens: number;
}

/** Thinking requested by the name's suffix; undefined if it requests none. */
export function suffixThinking(rules: ModelRules, target: Target, maxTokens: number): Thinking | undefined {
  if (rules.effort !== undefined)
    return fitThinking({ type: 'effort', effort: rules.effort }, rules.family, maxTokens, target);
  if (!rules.thinking) return undefined;
  if (rules.family.thinks === 'adaptive') return adaptive(undefined, rules.family, maxTokens);
  return rules.family.thinks === 'none'
    ? { max_tokens: maxTokens }
    : budgetOf(target.settings.claude.thinkingBudgetShare, maxTokens, target);
}

/**
 * The requested thinking in a form that the model accepts.
 * @param maxTokens output limit including thinking; raised if it is too small for the minimum budget. If `target` does not
 *   allow that, the model does not think.
 */
export function fitThinking(
  reasoning: CanonicalChat['reasoning'],
  family: ModelFamily,
  maxTokens: number,
  target: Target,
): Thinking {
  const { thinkingBudgetShare: share } = target.settings.claude;
  const silent: Thinking = { max_tokens: maxTokens };
  if (!reasoning || family.thinks === 'none') return silent;
  switch (reasoning.type) {
    case 'off':
      return off(family, maxTokens);
    case 'budget':
      return family.thinks === 'adaptive'
        ? adaptive(effortOfBudget(reasoning.tokens), family, maxTokens)
        : fitBudget(reasoning.tokens, maxTokens, target);
    case 'adaptive':
      if (family.thinks !== 'budget') return adaptive(reasoning.effort, family, maxTokens);
      return budgetOf(SHARES[reasoning.effort ?? ''] ?? share, maxTokens, target);
    case 'effort':
      if (reasoning.effort === 'none') return off(family, maxTokens);
      if (!EFFORTS.includes(reasoning.effort)) return silent;
      return family.thinks === 'budget' || family.thinks === 'unknown'
        ? budgetOf(SHARES[reasoning.effort] ?? share, maxTokens, target)
        : adaptive(reasoning.effort, family, maxTokens);
  }
}

/**
 * Thinking members for a Messages request that was made for another model; undefined if this model accepts them unchanged.
 * @param config output_config of the request
 */
export function refitThinking(
  thinking: UnknownRecord,
  config: UnknownRecord,
  family: ModelFamily,
  maxTokens: number,
  target: Target,
): Thinking | undefined {
  const effort = text(config.effort) || undefined;
  const fitsEffort = effort === undefined || family.efforts.includes(effort);
  if (family.thinks === 'unknown' || (fitsEffort && takes(thinking, family, maxTokens))) return undefined;
  const fitted = fitThinking(reasoningOf(thinking, effort), family, maxTokens, target);
  const word = effort === undefined ? undefined : nearest(effort, family.efforts);
  return { ...fitted, output_config: word === undefined ? undefined : { effort: word } };
}

function takes(thinking: UnknownRecord, family: ModelFamily, maxTokens: number): boolean {
  switch (thinking.type) {
    case 'enabled': {
      const tokens = count(thinking.budget_tokens) ?? 0;
      const takesBudgets = family.thinks === 'budget' || family.thinks === 'both';
      return takesBudgets && tokens >= MIN_BUDGET && tokens < maxTokens;
    }
    case 'adaptive':
      return family.thinks === 'adaptive' || family.thinks === 'both';
    case 'disabled':
      return family.disables;
    default:
      return true;
  }
}

function reasoningOf(thinking: UnknownRecord, effort: string | undefined): CanonicalChat['reasoning'] {
  switch (thinking.type) {
    case 'enabled':
      return { type: 'budget', tokens: count(thinking.budget_tokens) ?? MIN_BUDGET };
    case 'adaptive':
      return { type: 'adaptive', ...(effort !== undefined && { effort }) };
    case 'disabled':
      return { type: 'off' };
    default:
      return undefined;
  }
}

function off(family: ModelFamily, maxTokens: number): Thinking {
  return family.disables
    ? { thinking: { type: 'disabled' }, max_tokens: maxTokens }
    : { max_tokens: maxTokens };
}

function adaptive(effort: string | undefined, family: ModelFamily, maxTokens: number): Thinking {
  const word = effort === undefined ? undefined : nearest(effort, family.efforts);
  return {
    thinking: { type: 'adaptive' },
    ...(word !== undefined && { output_config: { effort: word } }),
    max_tokens: maxTokens,
  };
}

/** A share of the limit, at least the minimum budget and less than the limit. */
function budgetOf(share: number, maxTokens: number, target: Target): Thinking {
  const max_tokens = raised(maxTokens, target);
  if (max_tokens < LEAST_THINKING_LIMIT) return { max_tokens };
  const tokens = Math.max(MIN_BUDGET, Math.floor(max_tokens * share));
  return enabled(Math.min(max_tokens - 1, tokens), max_tokens);
}

/** The requested budget, or a share of the limit if the limit is too small for it. */
function fitBudget(tokens: number, maxTokens: number, target: Target): Thinking {
  const max_tokens = raised(maxTokens, target);
  if (max_tokens < LEAST_THINKING_LIMIT) return { max_tokens };
  const budget = Math.max(MIN_BUDGET, tokens);
  return enabled(budget < max_tokens ? budget : Math.floor(max_tokens * MAX_SHARE), max_tokens);
}

/** The limit, raised to the smallest one with which the model can think, unless the hold does not pay for that. */
function raised(maxTokens: number, { outputLimit = Infinity }: Target): number {
  return outputLimit < LEAST_THINKING_LIMIT ? maxTokens : Math.max(maxTokens, LEAST_THINKING_LIMIT);
}

function enabled(budget_tokens: number, max_tokens: number): Thinking {
  return { thinking: { type: 'enabled', budget_tokens }, max_tokens };
}

/** The effort itself, else the strongest weaker one, else the weakest supported one. */
function nearest(effort: string, accepted: readonly string[]): string | undefined {
  const requested = EFFORTS.indexOf(effort);
  return accepted.findLast((word) => EFFORTS.indexOf(word) <= requested) ?? accepted[0];
}

/** The effort with about the same amount of thinking, for models without budgets. */
function effortOfBudget(tokens: number): string {
  if (tokens < 2000) return 'low';
  return tokens < 8000 ? 'medium' : 'high';
}
