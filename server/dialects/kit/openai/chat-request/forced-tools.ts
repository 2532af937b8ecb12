import { isRecord, record } from '../../../json/lenient.js';
import type { ChatRules } from '../../rules/chat-rules.js';
import type { ChatMembers } from './body-options.js';

/**
 * Changes to a chat body whose tool choice forces a call although the provider rejects that (`forcedTools`). If
 * thinking was not requested, it is disabled, which keeps the choice; else the choice becomes `auto`.
 */
export function acceptedChoice(members: ChatMembers, { forcedTools }: ChatRules): Record<string, unknown> {
  if (!forcedTools) return {};
  const choice = members.value('tool_choice');
  if (!isRecord(choice) && choice !== 'required') return {};
  const auto = { tool_choice: 'auto' };
  if (forcedTools.rejected === 'always') return auto;
  const thinking = members.value('thinking');
  if (record(thinking).type === 'disabled') return {};
  const isRequested = isRecord(thinking) || members.value('reasoning_effort') !== undefined;
  return isRequested ? auto : { thinking: { type: 'disabled' } };
}
