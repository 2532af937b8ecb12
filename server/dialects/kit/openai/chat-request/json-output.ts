import { jsonInstruction } from '../../../canonical/conversation/json-mode.js';
import { list, record, text } from '../../../json/lenient.js';
import type { ChatRules } from '../../rules/chat-rules.js';
import type { ChatMembers } from './body-options.js';

/**
 * Structured output of a client's own body in the form that the provider takes: a schema, or the wish for any object, becomes
 * an instruction at the beginning where it takes only the other one.
 */
export function acceptedOutput(members: ChatMembers, { jsonOutput }: ChatRules): Record<string, unknown> {
  if (!jsonOutput) return {};
  const format = record(members.value('response_format'));
  const isSchema = format.type === 'json_schema';
  if (
    !(isSchema
      ? jsonOutput.takes === 'object'
      : format.type === 'json_object' && jsonOutput.takes === 'schema')
  )
    return {};
  const content = jsonInstruction(isSchema ? record(format.json_schema).schema : undefined);
  return {
    response_format: isSchema ? { type: 'json_object' } : undefined,
    messages: instructed(list(members.value('messages')), content),
  };
}

/** The messages with one more instruction, in the system message that they begin with, or before them. */
function instructed(messages: readonly unknown[], instruction: string): unknown[] {
  const [first, ...others] = messages;
  const { role, content } = record(first);
  if (role !== 'system' && role !== 'developer')
    return [{ role: 'system', content: instruction }, ...messages];
  const all = Array.isArray(content)
    ? [...(content as unknown[]), { type: 'text', text: instruction }]
    : [text(content), instruction].filter((one) => one !== '').join('\n\n');
  return [{ ...record(first), content: all }, ...others];
}
