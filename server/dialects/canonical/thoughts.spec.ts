import type { CanonicalChat, CanonicalTurn, TurnPart } from './chat.js';
import type { CanonicalEvent } from './events.js';
import { attachThoughts, TEXT, ThoughtCollector, type CallThoughts } from './thoughts.js';

const ID = 'functions.read:0';

/** What is stored of a response that thinks and calls a tool with these arguments. */
function stored(issuer: string, ...pieces: string[]): ReadonlyMap<string, CallThoughts> {
  const events: CanonicalEvent[] = [
    { type: 'reasoning-delta', text: 'Hm' },
    ...(issuer === TEXT ? [] : [{ type: 'reasoning-signature' as const, signature: 's' }]),
    { type: 'tool-start', index: 0, id: ID, name: 'read' },
    ...pieces.map((text) => ({ type: 'tool-delta' as const, index: 0, text })),
    { type: 'finish', reason: 'tool-calls' },
  ];
  const collector = new ThoughtCollector(issuer);
  for (const event of events) collector.add(event);
  return collector.calls();
}

/** The turn of the assistant after stored reasoning was put back. */
function restored(
  callArguments: string,
  calls: ReadonlyMap<string, CallThoughts>,
  issuer: string,
): TurnPart[] {
  const call: TurnPart = { type: 'tool-call', id: ID, name: 'read', arguments: callArguments };
  const chat: Pick<CanonicalChat, 'turns'> = { turns: [{ role: 'assistant', parts: [call] }] };
  attachThoughts(chat as CanonicalChat, calls, issuer);
  return chat.turns[0]!.parts;
}

describe.each([TEXT, 'claude'])('reasoning of the issuer %s', (issuer) => {
  test.each([
    ['the same text', '{"path":"a","line":1}'],
    ['another order and spacing', '{ "line": 1, "path": "a" }'],
  ])('returns to its call: %s', (_case, callArguments) => {
    const parts = restored(callArguments, stored(issuer, '{"path":', '"a","line":1}'), issuer);
    expect(parts.map(({ type }) => type)).toEqual(['reasoning', 'tool-call']);
  });

  test('a call without arguments is one with none', () => {
    expect(restored('{}', stored(issuer), issuer)).toHaveLength(2);
  });

  test('does not reach another call that has the same id', () => {
    expect(restored('{"path":"b"}', stored(issuer, '{"path":"a"}'), issuer)).toHaveLength(1);
  });

  test('of records without a fingerprint returns by the id alone', () => {
    const [[id, { arguments: _, ...record }]] = [...stored(issuer, '{}')] as [[string, CallThoughts]];
    expect(restored('{"path":"b"}', new Map([[id, record]]), issuer)).toHaveLength(2);
  });
});

test('calls whose arguments are too long to compare are not stored', () => {
  expect(stored(TEXT, '{"content":"', 'x'.repeat(300 * 1024), '"}').size).toBe(0);
});

const calls = (id: string): CanonicalTurn => ({
  role: 'assistant',
  parts: [{ type: 'tool-call', id, name: 'look', arguments: '{}' }],
});
const thoughts = (signature: string): CallThoughts => ({
  issuer: 'one',
  thoughts: [{ type: 'reasoning', text: 'hm', signature }],
});

test('reasoning is inserted before its call; of calls that share an id, before the last one', () => {
  const turns = [calls('call_0'), calls('other'), calls('call_0')];
  const stored = new Map([
    ['call_0', thoughts('a')],
    ['other', thoughts('b')],
  ]);
  attachThoughts({ turns } as unknown as CanonicalChat, stored, 'one');
  expect(turns.map(({ parts: [first] }) => first)).toEqual([
    expect.objectContaining({ type: 'tool-call' }),
    { type: 'reasoning', text: 'hm', signature: 'b' },
    { type: 'reasoning', text: 'hm', signature: 'a' },
  ]);
  expect(stored.size).toBe(2);
});
