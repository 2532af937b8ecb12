import { contentsOf, readFrames } from '../../../test/dialects/crossing.js';
import { SseReader } from '../../relay/upstream/sse.js';
import type { Citation } from '../canonical/citations.js';
import type { CanonicalEvent } from '../canonical/events.js';
import { foldEvents } from '../canonical/fold.js';
import { thinkingAsText } from '../canonical/thinking.js';
import { noUsage } from '../canonical/usage.js';
import { providerFor } from '../providers/registry.js';
import type { ProtocolName, RenderContext } from './protocol.js';
import { protocols } from './registry.js';

/** Sources that become known when their text is already closed are not lost, and refer to the right text. */
const context: RenderContext = { model: 'm', createdAt: 1, includeUsage: true, inputTokens: 1 };
const openai = providerFor(1)!;
const readers = {
  'openai-chat': openai.chat!,
  'openai-responses': openai.native['openai-responses']!.reader!,
  'anthropic-messages': providerFor(14)!.chat!,
  gemini: providerFor(24)!.chat!,
};
const URL = 'https://example.com/a';
const OTHER = 'https://example.com/b';

const text = (delta: string): CanonicalEvent => ({ type: 'text-delta', text: delta });
const cites = (citation: Citation): CanonicalEvent => ({ type: 'citation', citation });
const call = (index: number, callArguments = '{}'): CanonicalEvent[] => [
  { type: 'tool-start', index, id: `call_${index}`, name: 'f' },
  { type: 'tool-delta', index, text: callArguments },
];
const finish: CanonicalEvent = { type: 'finish', reason: 'tool-calls' };
const citation: Citation = { url: URL, title: 'A', range: { start: 0, end: 3 } };

function rendered(name: ProtocolName, events: readonly CanonicalEvent[]): string {
  const renderer = protocols[name].stream(context);
  return events.map((event) => renderer.event(event)).join('') + renderer.end(noUsage());
}

function framesOf(stream: string) {
  const sse = new SseReader();
  return [...sse.push(Buffer.from(stream)), ...sse.flush()];
}

/** What stands between the text and its source. */
const between: [string, CanonicalEvent[]][] = [
  ['a call', call(0)],
  ['a call that is incomplete', call(0, '{"a":')],
  [
    'calls that alternate',
    [...call(0, '{"a":'), ...call(1, '{"b":'), { type: 'tool-delta', index: 0, text: '1}' }],
  ],
  ['a thought', [{ type: 'reasoning-delta', text: 'Hm' }]],
  [
    'a signed thought',
    [
      { type: 'reasoning-delta', text: 'Hm' },
      { type: 'reasoning-signature', signature: 's' },
    ],
  ],
  ['a refusal', [{ type: 'refusal-delta', text: 'No.' }]],
];

describe.each(between)('a source behind %s', (_name, events) => {
  test.each(['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini'] as const)(
    'reaches clients of %s',
    (client) => {
      const stream = rendered(client, [text('One'), text(' two'), ...events, cites(citation), finish]);
      const { citations } = foldEvents(readFrames(readers[client], framesOf(stream)));
      expect(citations).toHaveLength(1);
      expect(citations).toMatchObject([{ url: URL, title: 'A' }]);
    },
  );
});

test('text behind a call is cited in its own block', () => {
  const second: Citation = { url: OTHER, range: { start: 4, end: 7 } };
  const events = [text('One '), ...call(0), text('two'), cites(citation), cites(second), finish];
  const responses = rendered('openai-responses', events);
  const completed = framesOf(responses).at(-1)!;
  const { output } = (JSON.parse(completed.data) as { response: { output: object[] } }).response;
  expect(output).toMatchObject([
    { content: [{ text: 'One ', annotations: [{ url: URL, start_index: 0, end_index: 3 }] }] },
    { type: 'function_call' },
    { content: [{ text: 'two', annotations: [{ url: OTHER, start_index: 0, end_index: 3 }] }] },
  ]);
  expect(foldEvents(readFrames(readers['openai-responses'], framesOf(responses))).citations).toEqual([
    citation,
    second,
  ]);
});

test('Messages have no block without text, and the blocks stay in order', () => {
  const frames = framesOf(rendered('anthropic-messages', [text('One'), ...call(0), cites(citation), finish]));
  const started = frames.filter(({ name }) => name === 'content_block_start');
  expect(
    started.map(({ data }) => (JSON.parse(data) as { content_block: object }).content_block),
  ).toMatchObject([{ type: 'text' }, { type: 'tool_use' }]);
  const cited = frames.find(({ data }) => data.includes('citations_delta'))!;
  expect(JSON.parse(cited.data)).toMatchObject({ index: 0 });
  // Without any text there is nothing to cite.
  expect(rendered('anthropic-messages', [cites(citation), ...call(0), finish])).not.toContain(
    'citations_delta',
  );
});

test('Messages: the source of text that waits for a call comes with it', () => {
  const rest: CanonicalEvent = { type: 'tool-delta', index: 0, text: '1}' };
  const events = [
    text('One '),
    ...call(0, '{"a":'),
    text('two'),
    cites({ url: URL, range: { start: 4, end: 7 } }),
  ];
  const frames = framesOf(rendered('anthropic-messages', [...events, rest, finish]));
  const cited = frames.find(({ data }) => data.includes('citations_delta'))!;
  expect(JSON.parse(cited.data)).toMatchObject({ index: 2, delta: { citation: { url: URL } } });
  expect(frames.findIndex(({ data }) => data.includes('"two"'))).toBe(frames.indexOf(cited) - 1);
});

describe('numbered sources of a chat stream', () => {
  const chunk = (delta: object, end: string | null = null, more: object = {}) => ({
    name: 'message',
    data: JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: end }], ...more }),
  });
  const tool = (index: number) => ({
    tool_calls: [{ index, id: `call_${index}`, function: { name: 'f', arguments: '{}' } }],
  });
  const sources = { citations: [URL, OTHER] };
  const read = (...frames: ReturnType<typeof chunk>[]) => readFrames(openai.chat!, frames);
  const kinds = (events: CanonicalEvent[]) => events.map(({ type }) => type);

  test('are placed before the first call if they are known, and only once', () => {
    const events = read(
      chunk({ content: 'A [1].' }, null, sources),
      chunk(tool(0)),
      chunk(tool(1), 'tool_calls', sources),
    );
    expect(kinds(events)).toEqual([
      'start',
      'text-delta',
      'citation',
      'tool-start',
      'tool-delta',
      'tool-start',
      'tool-delta',
      // The source that the text does not refer to.
      'citation',
      'finish',
    ]);
    expect(foldEvents(events).citations).toEqual([{ url: URL, range: { start: 2, end: 5 } }, { url: OTHER }]);
  });

  test('are placed at the end if they come there', () => {
    const events = read(chunk({ content: 'A [1].' }), chunk(tool(0)), chunk({}, 'tool_calls', sources));
    expect(kinds(events).slice(-3)).toEqual(['citation', 'citation', 'finish']);
  });

  test('annotations of text that follows wait for it', () => {
    const annotation = {
      type: 'url_citation',
      url_citation: { url: URL, title: '', start_index: 1, end_index: 3 },
    };
    const events = read(
      chunk({ annotations: [annotation] }),
      chunk({ content: '🗼ab c' }),
      chunk({}, 'stop'),
    );
    expect(kinds(events)).toEqual(['start', 'text-delta', 'citation', 'finish']);
    expect(foldEvents(events).citations).toEqual([{ url: URL, range: { start: 2, end: 4 } }]);
  });
});

describe('thoughts that are shown as text', () => {
  const thought = (delta: string): CanonicalEvent => ({ type: 'reasoning-delta', text: delta });
  const shown = (events: CanonicalEvent[]) => {
    const answer = foldEvents([...events, finish].flatMap(thinkingAsText()));
    const whole = contentsOf(answer).text;
    return answer.citations!.map(({ range }) => whole.slice(range!.start, range!.end));
  };

  test('move what follows them, and nothing before them', () => {
    const events = [text('One.'), thought('Hm'), text('Two.'), thought('Well'), text('Three.')];
    const sources = [
      cites({ url: URL, range: { start: 0, end: 4 } }),
      cites({ url: URL, range: { start: 4, end: 8 } }),
      cites({ url: URL, range: { start: 8, end: 14 } }),
    ];
    expect(shown([...events, ...sources])).toEqual(['One.', 'Two.', 'Three.']);
  });

  test('are part of a stretch that goes on behind them', () => {
    const events = [text('One.'), thought('Hm'), text('Two.')];
    expect(shown([...events, cites({ url: URL, range: { start: 2, end: 6 } })])).toEqual([
      'e.<think>\nHm\n</think>\nTw',
    ]);
  });

  test('while they are open the text before them can be cited', () => {
    const events = [
      text('One.'),
      thought('Hm'),
      cites({ url: URL, range: { start: 0, end: 4 } }),
      text('Two.'),
    ];
    expect(shown(events)).toEqual(['One.']);
  });
});

test('Messages: an answer is not quoted as the text of its source', () => {
  const whole = protocols['anthropic-messages'].answer(
    foldEvents([text('One two'), cites({ url: URL, range: { start: 0, end: 3 } }), finish]),
    context,
  );
  expect(whole).toMatchObject({ content: [{ text: 'One two', citations: [{ url: URL, cited_text: '' }] }] });
});
