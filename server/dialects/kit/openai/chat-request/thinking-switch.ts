import type { CanonicalChat } from '../../../canonical/chat.js';
import type { ChatRules } from '../../rules/chat-rules.js';

/** The members that carry out what was requested; undefined removes a member. Nothing where `reasoning_effort` does. */
export function thinkingMembers(
  { thinkingSwitch, efforts }: ChatRules,
  reasoning: CanonicalChat['reasoning'],
): Record<string, unknown> {
  if (!reasoning || !thinkingSwitch) return {};
  const isOff = reasoning.type === 'off' || (reasoning.type === 'effort' && reasoning.effort === 'none');
  const tokens = reasoning.type === 'budget' ? reasoning.tokens : undefined;
  const instead = { reasoning_effort: undefined };
  switch (thinkingSwitch.form) {
    case 'type':
      if (isOff) return { thinking: { type: 'disabled' }, ...instead };
      return efforts?.words.length === 0 ? { thinking: { type: 'enabled' } } : {};
    case 'template':
      return isOff ? { chat_template_kwargs: { enable_thinking: false }, ...instead } : {};
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
