import type { CanonicalEvent } from '../../server/dialects/canonical/events.js';
import { mergeUsage, noUsage, type Usage } from '../../server/dialects/canonical/usage.js';
import type { RenderContext } from '../../server/dialects/protocols/protocol.js';
import { protocols } from '../../server/dialects/protocols/registry.js';
import { SseReader } from '../../server/relay/upstream/sse.js';

/** A request of the Responses API, whose response is rendered. */
export const context: RenderContext = {
  model: 'asked',
  createdAt: 1700000000,
  includeUsage: true,
  inputTokens: 11,
  request: Buffer.from(
    '{"model":"asked","input":"q","temperature":0.2,"instructions":"Be brief.","tools":null}',
  ),
};

/** An event of a stream. */
export interface SentEvent {
  type: string;
  sequence_number: number;
  [member: string]: unknown;
}

/** A response as clients receive it. */
export interface Shown {
  id: string;
  status: string;
  output: { id: string; type: string; [member: string]: unknown }[];
  [member: string]: unknown;
}

/** The events of a stream; each has its type as its name. */
export function framesOf(text: string): SentEvent[] {
  return new SseReader().push(Buffer.from(text)).map(({ name, data }) => {
    const event = JSON.parse(data) as SentEvent;
    expect(event.type).toBe(name);
    return event;
  });
}

/** What the client receives for these events, checked for the rules that every stream must follow. */
export function rendered(
  events: CanonicalEvent[],
  charged?: Usage,
  overrides: Partial<RenderContext> = {},
): SentEvent[] {
  const renderer = protocols['openai-responses'].stream({ ...context, ...overrides });
  const usage = noUsage();
  for (const event of events) if (event.type === 'usage') mergeUsage(usage, event.usage);
  const sent = framesOf(
    events.map((event) => renderer.event(event)).join('') + renderer.end(charged ?? usage),
  );
  checkOrder(sent);
  return sent;
}

/**
 * Sequence numbers have no gaps. Every item and part is opened once, extended while open, closed once, and repeated at the
 * end.
 */
function checkOrder(sent: SentEvent[]): void {
  expect(sent.map((event) => event.sequence_number)).toEqual([...sent.keys()]);
  expect(sent.slice(0, 2).map(({ type }) => type)).toEqual(['response.created', 'response.in_progress']);
  const open = new Set<unknown>();
  const parts = new Set<string>();
  const closed: object[] = [];
  let next = 0;
  for (const event of sent.slice(2, -1)) {
    const item = event.item as { id: string } | undefined;
    if (event.type === 'response.output_item.added') {
      expect(event.output_index).toBe(next++);
      open.add(item!.id);
      continue;
    }
    if (event.type === 'response.output_item.done') {
      expect(open.delete(item!.id)).toBe(true);
      closed[event.output_index as number] = item!;
      continue;
    }
    expect(open).toContain(event.item_id);
    const part = `${String(event.item_id)}/${String(event.content_index ?? event.summary_index)}`;
    if (event.type.endsWith('part.added')) parts.add(part);
    else if (event.type.endsWith('part.done')) expect(parts.delete(part)).toBe(true);
    else if (!/arguments|custom_tool/.test(event.type)) expect(parts).toContain(part);
  }
  expect([open.size, parts.size]).toEqual([0, 0]);
  const last = sent.at(-1)!;
  expect(['response.completed', 'response.incomplete']).toContain(last.type);
  const response = last.response as Shown;
  expect(response.output).toEqual(closed);
  expect(`response.${response.status}`).toBe(last.type);
}
