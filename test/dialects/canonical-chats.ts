import type { CanonicalChat, CanonicalTurn } from '../../server/dialects/canonical/chat.js';
import type { ProtocolName } from '../../server/dialects/protocols/protocol.js';
import { protocols } from '../../server/dialects/protocols/registry.js';
import type { Target, UpstreamCall } from '../../server/dialects/kit/provider.js';
import { providerForModel } from '../../server/dialects/providers/registry.js';
import { targetOf } from './recorded.js';

export const text = (value: string) => ({ type: 'text' as const, text: value });
export const user = (...parts: CanonicalTurn['parts']): CanonicalTurn => ({ role: 'user', parts });
export const assistant = (...parts: CanonicalTurn['parts']): CanonicalTurn => ({ role: 'assistant', parts });
export const result = (id: string) => ({ type: 'tool-result' as const, id, parts: [text(`of ${id}`)] });

/** A chat of one question, with these members. */
export const chat = (overrides: Partial<CanonicalChat>): CanonicalChat => ({
  model: 'm',
  system: [],
  turns: [user(text('q'))],
  tools: [],
  stream: false,
  includeUsage: false,
  ...overrides,
});

/** A client's request. */
export const parsed = (protocol: ProtocolName, body: object): CanonicalChat =>
  protocols[protocol].parse(Buffer.from(JSON.stringify({ model: 'm', ...body })), '');

/** The call by which a provider gets a chat. */
export function callFor(request: CanonicalChat, to: Partial<Target>): UpstreamCall {
  const target = targetOf(to);
  return providerForModel(target.type, target.model)!.chat!.request(request, target);
}
