import { table } from '../../kit/table.js';
import type { CanonicalChat } from '../../canonical/chat.js';
import type { ModelRules } from './model-rules.js';

/** Thinking budget in tokens by effort. */
const budgets = table<number>({ minimal: 512, low: 1024, medium: 8192, high: 24_576 });

/**
 * Thinking that the client requests, else that of the model's suffix.
 * @param share share of the output limit that the suffix `-thinking` uses as budget
 */
export function reasoningOf(
  { reasoning, maxTokens }: CanonicalChat,
  { requested }: ModelRules,
  share: number,
): CanonicalChat['reasoning'] {
  if (reasoning) return reasoning;
  if (requested?.type !== 'share') return requested;
  if (maxTokens === undefined) return { type: 'adaptive' };
  return { type: 'budget', tokens: Math.floor(maxTokens * share) };
}

/** thinkingConfig; undefined if the request does not configure thinking or the model does not support it. */
export function thinkingConfig(reasoning: CanonicalChat['reasoning'], rules: ModelRules): object | undefined {
  if (!reasoning || rules.thinks === 'not') return undefined;
  if (reasoning.type === 'off' || (reasoning.type === 'effort' && reasoning.effort === 'none')) {
    return rules.thinks === 'budget' ? { thinkingBudget: off(rules) } : { thinkingLevel: rules.levels[0] };
  }
  return { ...amount(reasoning, rules), includeThoughts: true };
}

/** The smallest budget that the model supports. */
function off({ budget: [least] }: ModelRules): number {
  // A minimum above 0 still allows 0, except for models that always think.
  return least === 128 ? least : 0;
}

function amount(reasoning: NonNullable<CanonicalChat['reasoning']>, rules: ModelRules): object {
  if (reasoning.type === 'budget') {
    const [least, most] = rules.budget;
    // From Gemini 3 on, levels replace budgets.
    return rules.thinks === 'budget'
      ? { thinkingBudget: Math.min(Math.max(reasoning.tokens, least), most) }
      : { thinkingLevel: level(effortOfBudget(reasoning.tokens), rules.levels) };
  }
  const effort = reasoning.type === 'off' ? undefined : reasoning.effort?.toLowerCase();
  if (effort === undefined) return rules.thinks === 'budget' ? { thinkingBudget: -1 } : {};
  if (rules.thinks === 'budget') {
    const [least, most] = rules.budget;
    return { thinkingBudget: Math.min(Math.max(budgets[effort] ?? most, least), most) };
  }
  return { thinkingLevel: level(effort, rules.levels) };
}

/** The effort that corresponds to about as many tokens. */
function effortOfBudget(tokens: number): string {
  if (tokens <= 512) return 'minimal';
  if (tokens <= 1024) return 'low';
  return tokens <= 8192 ? 'medium' : 'high';
}

/** The level of that name, else the next stronger one that is supported. */
function level(effort: string, levels: readonly string[]): string {
  const all = ['minimal', 'low', 'medium', 'high'];
  const requested = all.includes(effort) ? all.indexOf(effort) : all.length - 1;
  return levels.find((name) => all.indexOf(name) >= requested) ?? 'high';
}
