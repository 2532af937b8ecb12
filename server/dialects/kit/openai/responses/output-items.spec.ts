import fc from 'fast-check';
import { SseReader } from '../../../../relay/upstream/sse.js';
import type { CanonicalEvent, CanonicalResponse } from '../../../canonical/events.js';
import { foldEvents } from '../../../canonical/fold.js';
import { noUsage } from '../../../canonical/usage.js';
import { protocols } from '../../../protocols/registry.js';
import { readResponse } from './responses-answer.js';
import { readResponseStream } from './responses-stream.js';
import { seededRuns } from '../../../../../test/setup/properties.js';

interface Event {
  type: string;
  [member: string]: unknown;
}

function eventsOf(events: readonly Event[]): CanonicalEvent[] {
  const read = readResponseStream();
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  return [...new SseReader().push(Buffer.from(text))].flatMap((frame) => read(frame));
}
const foldOf = (...events: Event[]) => foldEvents(eventsOf(events));

const created: Event = { type: 'response.created', response: { id: 'resp_1', model: 'm' } };
const completed = (output: object[] = [], rest: object = {}): Event => ({
  type: 'response.completed',
  response: { id: 'resp_1', model: 'm', status: 'completed', output, ...rest },
});
const message = (text: string, rest: object = {}) => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
  ...rest,
});
const call = (callArguments: string, rest: object = {}) => ({
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'f',
  arguments: callArguments,
  status: 'completed',
  ...rest,
});
const added = (item: object, output_index = 0): Event => ({
  type: 'response.output_item.added',
  output_index,
  item,
});
const done = (item: object, output_index = 0): Event => ({
  type: 'response.output_item.done',
  output_index,
  item,
});
const delta = (text: string, rest: object = {}): Event => ({
  type: 'response.output_text.delta',
  item_id: 'msg_1',
  output_index: 0,
  content_index: 0,
  delta: text,
  ...rest,
});

describe('what the deltas do not deliver', () => {
  const text = [{ type: 'text', text: 'Hello' }];
  const calls = [{ type: 'tool-call', id: 'call_1', name: 'f', arguments: '{"x":1}' }];

  test.each<[string, Event[], object[]]>([
    ['text in the output', [completed([message('Hello')])], text],
    ['a call in the output', [completed([call('{"x":1}')])], calls],
    ['text in its item', [done(message('Hello')), completed()], text],
    [
      'text in its done event',
      [{ ...delta(''), type: 'response.output_text.done', text: 'Hello' }, completed()],
      text,
    ],
    ['a call in its item', [added(call('')), done(call('{"x":1}')), completed()], calls],
    ['a call that was not announced', [done(call('{"x":1}')), completed()], calls],
    [
      'arguments before the name',
      [
        { type: 'response.function_call_arguments.delta', item_id: 'fc_1', output_index: 0, delta: '{"x"' },
        { type: 'response.function_call_arguments.delta', item_id: 'fc_1', output_index: 0, delta: ':1}' },
        done(call('{"x":1}')),
        completed(),
      ],
      calls,
    ],
    ['the rest of a text', [delta('Hel'), completed([message('Hello')])], text],
    [
      'nothing, if the deltas were complete',
      [delta('Hel'), delta('lo'), done(message('Hello')), completed([message('Hello')])],
      text,
    ],
    [
      'nothing, if the output has other ids',
      [delta('Hello'), completed([message('Hello', { id: 'msg_other' })])],
      text,
    ],
    [
      'nothing, if the output is split otherwise',
      [
        delta('Hello'),
        completed([
          {
            ...message(''),
            content: [
              { type: 'output_text', text: 'Hel' },
              { type: 'output_text', text: 'lo' },
            ],
          },
        ]),
      ],
      text,
    ],
    ['nothing, if the output leaves the text out', [delta('Hello'), completed()], text],
    ['nothing, if the text was changed', [delta('Hello'), completed([message('HELLO there')])], text],
    [
      'a refusal',
      [completed([{ ...message(''), content: [{ type: 'refusal', refusal: 'No' }] }])],
      [{ type: 'refusal', text: 'No' }],
    ],
    [
      'thoughts',
      [completed([{ type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm' }] }])],
      [{ type: 'reasoning', text: 'Hm' }],
    ],
    [
      'the input of a custom tool',
      [done({ type: 'custom_tool_call', id: 'ctc_1', call_id: 'c', name: 'f', input: 'a "b"' }), completed()],
      [{ type: 'tool-call', id: 'c', name: 'f', arguments: '{"input":"a \\"b\\""}' }],
    ],
  ])('%s', (_name, events, parts) => {
    expect(foldOf(created, ...events).parts).toEqual(parts);
    expect(foldOf(...events).parts).toEqual(parts);
  });

  test('citations of a text that came whole, and of one whose annotations were not streamed', () => {
    const annotations = [
      { type: 'url_citation', url: 'https://a.example', title: 'A', start_index: 0, end_index: 5 },
    ];
    const cited = message('Hello', { content: [{ type: 'output_text', text: 'Hello', annotations }] });
    for (const events of [
      [done(cited), completed()],
      [delta('Hello'), completed([cited])],
      [completed([cited])],
    ])
      expect(eventsOf([created, ...events]).filter(({ type }) => type === 'citation')).toHaveLength(1);
    const streamed = [
      delta('Hello'),
      { ...delta(''), type: 'response.output_text.annotation.added', annotation: annotations[0] },
      done(cited),
      completed([cited]),
    ];
    expect(eventsOf([created, ...streamed]).filter(({ type }) => type === 'citation')).toHaveLength(1);
  });
});

describe('a response with an incomplete item', () => {
  const cut = call('{"x"', { status: 'incomplete' });

  test.each<[string, Event[]]>([
    ['at the end of the item', [added(call('')), done(cut), completed()]],
    ['in the output', [completed([cut])]],
    ['whose text was complete', [delta('Hello'), completed([message('Hello', { status: 'incomplete' })])]],
  ])('is broken: %s', (_name, events) => {
    expect(() => foldOf(created, ...events)).toThrow('an incomplete item');
  });

  test('is cut if it says so itself', () => {
    const rest = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
    const event = { ...completed([cut], rest), type: 'response.incomplete' };
    expect(foldOf(created, event).finish).toEqual({ reason: 'length', raw: 'max_output_tokens' });
  });

  test('is broken as a whole response, too', () => {
    const body = { id: 'r', output: [cut], status: 'completed' };
    expect(() => readResponse(body)).toThrow('an incomplete item');
    expect(readResponse({ ...body, status: 'incomplete' }).finish.reason).toBe('length');
  });
});

test('an end without a status of its own is named by its event', () => {
  const end = (type: string, status?: string) => ({ type, response: { status, output: [message('Hello')] } });
  expect(foldOf(end('response.incomplete')).finish.reason).toBe('length');
  expect(foldOf(end('response.completed', 'in_progress')).finish.reason).toBe('stop');
  expect(() => foldOf(end('response.failed'))).toThrow('failed');
  expect(() => foldOf(end('response.cancelled'))).toThrow('cancelled');
});

/** How one item is delivered. */
type Mode = 'deltas' | 'done' | 'item' | 'output' | 'half';
/** What the events name their item by. */
type Naming = 'both' | 'id' | 'position' | 'zero';

interface ItemPlan {
  kind: 'message' | 'call' | 'custom' | 'reasoning';
  text: string;
  mode: Mode;
  cuts: number[];
}

const itemPlan: fc.Arbitrary<ItemPlan> = fc.record({
  kind: fc.constantFrom('message', 'call', 'custom', 'reasoning'),
  text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  mode: fc.constantFrom('deltas', 'done', 'item', 'output', 'half'),
  cuts: fc.array(fc.nat(12), { maxLength: 3 }),
});

function itemOf({ kind, text }: ItemPlan, index: number): { id: string } & Record<string, unknown> {
  const id = `item_${index}`;
  switch (kind) {
    case 'message':
      return { ...message(text), id };
    case 'reasoning':
      return { type: 'reasoning', id, summary: [{ type: 'summary_text', text }] };
    case 'call':
      return { ...call(JSON.stringify({ text })), id, call_id: `call_${index}`, name: `f${index}` };
    case 'custom':
      return { type: 'custom_tool_call', id, call_id: `call_${index}`, name: `f${index}`, input: text };
  }
}

const EVENTS = {
  message: 'response.output_text',
  reasoning: 'response.reasoning_summary_text',
  call: 'response.function_call_arguments',
  custom: 'response.custom_tool_call_input',
};
const WHOLE = { message: 'text', reasoning: 'text', call: 'arguments', custom: 'input' };

function delivered(item: ItemPlan, index: number, naming: Naming): Event[] {
  const whole = itemOf(item, index);
  const text = item.kind === 'call' ? (whole.arguments as string) : item.text;
  const names = {
    ...((naming === 'both' || naming === 'id') && { item_id: whole.id }),
    ...(naming !== 'id' && { output_index: naming === 'zero' ? 0 : index }),
    content_index: 0,
    summary_index: 0,
  };
  const position = naming === 'id' ? undefined : naming === 'zero' ? 0 : index;
  const empty = {
    ...whole,
    content: [],
    summary: [],
    arguments: '',
    ...(item.kind === 'custom' && { input: '' }),
  };
  const begin: Event = { type: 'response.output_item.added', output_index: position, item: empty };
  const end: Event = { type: 'response.output_item.done', output_index: position, item: whole };
  const cuts = [0, ...item.cuts.filter((cut) => cut < text.length).toSorted((a, b) => a - b), text.length];
  const pieces = cuts.slice(1).map((cut, at) => text.slice(cuts[at], cut));
  const type = `${EVENTS[item.kind]}.delta`;
  const deltas = pieces.map((piece): Event => ({ type, ...names, delta: piece }));
  const last: Event = { type: `${EVENTS[item.kind]}.done`, ...names, [WHOLE[item.kind]]: text };
  switch (item.mode) {
    case 'deltas':
      return [begin, ...deltas, last, end];
    case 'done':
      // The thoughts of this event are in the item, too.
      return item.kind === 'reasoning' ? [begin, end] : [begin, last];
    case 'item':
      return [end];
    case 'half':
      return [begin, ...deltas.slice(0, 1)];
    case 'output':
      return [];
  }
}

/** All text of one kind, whatever the order of its pieces, and the calls. */
function contentOf({ parts }: CanonicalResponse) {
  const texts = (kind: string) =>
    parts
      .flatMap((part) => (part.type === kind && 'text' in part ? part.text.split('') : []))
      .toSorted()
      .join('');
  return {
    text: texts('text'),
    reasoning: texts('reasoning'),
    calls: parts
      .flatMap((part) =>
        part.type === 'tool-call' ? [[part.id, part.name, JSON.parse(part.arguments) as unknown]] : [],
      )
      .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
  };
}

test('however an output is delivered, its content arrives once', () => {
  fc.assert(
    fc.property(
      fc.array(itemPlan, { minLength: 1, maxLength: 4 }),
      fc.constantFrom<Naming>('both', 'id', 'position', 'zero'),
      (items, naming) => {
        const output = items.map(itemOf);
        const end = completed(output);
        const events = [created, ...items.flatMap((item, index) => delivered(item, index, naming)), end];
        expect(contentOf(foldOf(...events))).toEqual(contentOf(readResponse(end.response)));
      },
    ),
    seededRuns(200),
  );
});

test.each(['openai-chat', 'anthropic-messages', 'gemini'] as const)(
  'clients of %s get a call and a text that came with their items only',
  (name) => {
    const events = eventsOf([
      created,
      added(call('')),
      done(call('{"x":1}')),
      done(message('Hello'), 1),
      completed([call('{"x":1}'), message('Hello')]),
    ]);
    const renderer = protocols[name].stream({ model: 'm', createdAt: 1, includeUsage: true, inputTokens: 1 });
    const text = events.map((event) => renderer.event(event)).join('') + renderer.end(noUsage());
    expect(text).toContain(name === 'gemini' ? '"args":{"x":1}' : '{\\"x\\":1}');
    expect(text.match(/Hello/g)).toHaveLength(1);
    expect(text).toMatch(/"tool_calls"|"tool_use"|"STOP"/);
  },
);
