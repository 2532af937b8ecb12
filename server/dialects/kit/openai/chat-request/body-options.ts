import type { ChatRules } from '../../rules/chat-rules.js';

/** The top-level members of a chat body, whether forwarded or translated. */
export interface ChatMembers {
  /** Undefined if there is no such member. */
  value(name: string): unknown;
  /** Whether the member may contain this text: a quick check that avoids parsing it. */
  mentions(name: string, text: string): boolean;
}

/** Whether rules may change top-level members of a body. */
export function changesOptions({ options, rejectedOptions, outputLimit, ranges }: ChatRules): boolean {
  return (options ?? rejectedOptions ?? outputLimit ?? ranges) !== undefined;
}

/**
 * Changes to the top-level members of a chat body that the provider does not accept as they are; undefined removes one.
 * @param names of all members
 */
export function acceptedOptions(
  names: readonly string[],
  members: ChatMembers,
  { options, rejectedOptions, outputLimit, ranges }: ChatRules,
): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  if (options) for (const name of names) if (!options.names.has(name)) changes[name] = undefined;
  for (const name of rejectedOptions?.names ?? []) changes[name] = undefined;
  if (outputLimit) renameLimit(outputLimit.name, members, changes);
  for (const [name, [least, most]] of Object.entries(ranges?.of ?? {})) {
    const value = members.value(name);
    if (typeof value === 'number' && (value < least || value > most))
      changes[name] = Math.min(Math.max(value, least), most);
  }
  return changes;
}

function renameLimit(
  name: NonNullable<ChatRules['outputLimit']>['name'],
  members: ChatMembers,
  changes: Record<string, unknown>,
): void {
  const other = name === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
  const requested = members.value(other);
  changes[other] = undefined;
  // Clients that send both know max_completion_tokens, which replaced max_tokens.
  const replaces = other !== 'max_tokens' || members.value(name) === undefined;
  if (typeof requested === 'number' && requested > 0 && replaces) changes[name] = requested;
}
