import type { Target } from '../provider.js';
import type { ModelRules } from './models.js';

/** Least max_tokens that leaves room for the least budget. */
const leastMaxTokens = 1280;
const leastBudget = 1024;

/** Share of max_tokens an effort word buys on models that think by budget. */
const shares: Readonly<Record<string, number>> = {
  minimal: 0.2,
  low: 0.2,
  medium: 0.5,
  high: 0.8,
  xhigh: 0.8,
  max: 0.8,
};
const adaptiveEfforts: Readonly<Record<string, string>> = { minimal: 'low' };

/** Top-level fields that make a model think. */
export interface Thinking {
  thinking?: object;
  output_config?: { effort: string };
  max_tokens: number;
}

/** What the name's suffix asks for; undefined when it asks for nothing. */
export function suffixThinking(rules: ModelRules, target: Target, maxTokens: number): Thinking | undefined {
  if (rules.effort !== undefined) return effortThinking(rules.effort, rules, maxTokens);
  if (!rules.thinking) return undefined;
  if (rules.thinks === 'adaptive') return { thinking: { type: 'adaptive' }, max_tokens: maxTokens };
  return budget(target.settings.claude.thinkingBudgetShare, maxTokens);
}

/** What an effort word asks for, in the model's own way. `none` asks for nothing. */
export function effortThinking(effort: string, rules: ModelRules, maxTokens: number): Thinking | undefined {
  if (effort === 'none') return undefined;
  if (rules.thinks === 'adaptive' || rules.effort !== undefined) {
    return {
      thinking: { type: 'adaptive' },
      output_config: { effort: adaptiveEfforts[effort] ?? effort },
      max_tokens: maxTokens,
    };
  }
  const share = shares[effort];
  return share === undefined ? undefined : budget(share, maxTokens);
}

function budget(share: number, given: number): Thinking {
  const max_tokens = Math.max(given, leastMaxTokens);
  // The budget must leave at least a token for the answer.
  const budget_tokens = Math.min(max_tokens - 1, Math.max(leastBudget, Math.floor(max_tokens * share)));
  return { thinking: { type: 'enabled', budget_tokens }, max_tokens };
}
