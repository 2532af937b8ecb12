import type { CanonicalChat } from '../../canonical/chat.js';

/** Members that switch the thinking of some models off or limit it, where that is not `reasoning_effort` alone. */
export interface ThinkingSwitch {
  /** Names of the models that know it. Models that always think, or never, are not among them. */
  readonly models: RegExp;
  /**
   * - `type`: `thinking: {type: 'disabled'}`; they think by default, and efforts are passed on
   * - `enable`: `enable_thinking` and `thinking_budget`, in tokens; efforts are unknown
   * - `reasoning`: `reasoning: {effort: 'none'}` and `reasoning: {max_tokens}`
   */
  readonly form: 'type' | 'enable' | 'reasoning';
  /** The provider's page. */
  readonly source: string;
}

/** The members that carry out what was requested; undefined removes a member. Nothing where `reasoning_effort` does. */
export function thinkingMembers(
  switches: readonly ThinkingSwitch[] | undefined,
  reasoning: CanonicalChat['reasoning'],
  model: string,
): Record<string, unknown> {
  const form = reasoning && switches?.find(({ models }) => models.test(model))?.form;
  if (!form) return {};
  const isOff = reasoning.type === 'off' || (reasoning.type === 'effort' && reasoning.effort === 'none');
  const tokens = reasoning.type === 'budget' ? reasoning.tokens : undefined;
  const instead = { reasoning_effort: undefined };
  switch (form) {
    case 'type':
      return isOff ? { thinking: { type: 'disabled' }, ...instead } : {};
    case 'enable':
      return {
        enable_thinking: !isOff,
        ...(tokens !== undefined && { thinking_budget: tokens }),
        ...instead,
      };
    case 'reasoning':
      if (isOff) return { reasoning: { effort: 'none' }, ...instead };
      return tokens === undefined ? {} : { reasoning: { max_tokens: tokens }, ...instead };
  }
}
