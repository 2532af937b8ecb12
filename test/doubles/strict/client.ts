import type { ProtocolName } from '../../../server/dialects/protocols/protocol.js';
import type { Call, ClientLimits, Conversation, Part } from './conversations.js';
import type { Json } from './violations.js';

/** A request as a client of one protocol sends it. */
export interface ClientRequest {
  readonly path: string;
  readonly body: Json;
}

export interface Client {
  readonly protocol: Exclude<ProtocolName, 'openai-completions'>;
  readonly limits: ClientLimits;
  write(conversation: Conversation, model: string): ClientRequest;
}

export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const PDF = 'JVBERi0xLjQK';
/** Marks the end of a prefix to cache. */
export const mark = { cache_control: { type: 'ephemeral' } };

export const texts = (parts: readonly Part[]): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
/** Calls in the order of their results. */
export const inOrder = (calls: readonly Call[]): Call[] =>
  calls.toSorted((one, other) => one.rank - other.rank);
/** In several turns, or in one. */
export const turnsOf = <T>(all: readonly T[], splits: boolean): (readonly T[])[] =>
  all.length === 0 ? [] : splits ? all.map((one) => [one]) : [all];

/** Some conversations have no tools, although they have had. */
export function toolsIn(conversation: Conversation): Conversation['tools'] {
  return conversation.choice === undefined && conversation.isParallel === false ? [] : conversation.tools;
}
