import type { CanonicalEvent } from '../canonical/events.js';
import { mergeUsage, noUsage } from '../canonical/usage.js';
import { anthropic } from '../providers/anthropic/index.js';
import { openai } from '../providers/openai.js';
import type { ProtocolName, RenderContext } from './protocol.js';
import { protocols } from './registry.js';
import type { Frame } from '../kit/provider.js';
import { SseReader } from '../../relay/upstream/sse.js';
import { recordedStream, replay } from '../../../test/dialects/recorded.js';

const context: RenderContext = { model: 'asked', createdAt: 1700000000, includeUsage: true, inputTokens: 11 };

/** What the client of a protocol receives for these events. */
function rendered(
  name: ProtocolName,
  events: CanonicalEvent[],
  overrides: Partial<RenderContext> = {},
): Frame[] {
  const renderer = protocols[name].stream({ ...context, ...overrides });
  const usage = noUsage();
  for (const event of events) if (event.type === 'usage') mergeUsage(usage, event.usage);
  const text = events.map((event) => renderer.event(event)).join('') + renderer.end(usage);
  return new SseReader().push(Buffer.from(text));
}

interface Chunk {
  id: string;
  object: string;
  created: number;
  model: string;
  choices: { index: number; delta: object; finish_reason: string | null }[];
  usage?: object;
}

function chunksOf(frames: Frame[]): Chunk[] {
  expect(frames.at(-1)).toEqual({ name: 'message', data: '[DONE]' });
  return frames.slice(0, -1).map((frame) => JSON.parse(frame.data) as Chunk);
}

const deltasOf = (chunks: Chunk[]) =>
  chunks.flatMap(({ choices }) =>
    choices.map(({ delta, finish_reason }) => (finish_reason ? [delta, finish_reason] : [delta])),
  );

test('Anthropic to OpenAI: every delta, tool indexes from 0, valid arguments, the usage of OpenAI', () => {
  const chunks = chunksOf(
    rendered('openai-chat', replay(anthropic, recordedStream('anthropic', 'everything'))),
  );
  expect(deltasOf(chunks)).toEqual([
    [{ role: 'assistant', content: '' }],
    [{ reasoning_content: 'Hm' }],
    [{ reasoning_details: [{ type: 'thinking', thinking: 'Hm', signature: 'abc' }] }],
    [{ content: '天气 ☀' }],
    [{ tool_calls: [{ index: 0, id: 'toolu_1', type: 'function', function: { name: 'f', arguments: '' } }] }],
    [{ tool_calls: [{ index: 0, function: { arguments: '{"a":' } }] }],
    [{ tool_calls: [{ index: 0, function: { arguments: '1}' } }] }],
    [{ tool_calls: [{ index: 1, id: 'toolu_2', type: 'function', function: { name: 'g', arguments: '' } }] }],
    [{ tool_calls: [{ index: 1, function: { arguments: '{}' } }] }],
    [{}, 'tool_calls'],
  ]);
  for (const chunk of chunks) {
    expect(chunk).toMatchObject({
      id: 'msg_1',
      object: 'chat.completion.chunk',
      created: 1700000000,
      model: 'claude-x',
    });
    for (const choice of chunk.choices) expect(choice.index).toBe(0);
  }
  expect(chunks.at(-1)).toMatchObject({
    choices: [],
    usage: {
      prompt_tokens: 16,
      completion_tokens: 30,
      total_tokens: 46,
      prompt_tokens_details: { cached_tokens: 4 },
    },
  });
});

test('no usage chunk for clients that did not ask', () => {
  const events = replay(anthropic, recordedStream('anthropic', 'everything'));
  const chunks = chunksOf(rendered('openai-chat', events, { includeUsage: false }));
  expect(chunks.filter((chunk) => chunk.choices.length === 0 || chunk.usage)).toEqual([]);
});

test('encrypted thoughts and thoughts without text reach OpenAI clients', () => {
  const chunks = chunksOf(
    rendered('openai-chat', replay(anthropic, recordedStream('anthropic', 'redacted'))),
  );
  expect(deltasOf(chunks).slice(1, 4)).toEqual([
    [{ reasoning_details: [{ type: 'redacted', data: 'ZW5jcnlwdGVk' }] }],
    [{ reasoning_details: [{ type: 'thinking', thinking: '', signature: 'sig-two' }] }],
    [{ content: 'Done' }],
  ]);
});

test('an OpenAI stream that names no finish still ends with one', () => {
  const chunks = chunksOf(
    rendered('openai-chat', [{ type: 'text-delta', text: 'x' }], { includeUsage: false }),
  );
  expect(deltasOf(chunks)).toEqual([[{ role: 'assistant', content: '' }], [{ content: 'x' }], [{}, 'stop']]);
  expect(chunks[0]).toMatchObject({ id: 'chatcmpl-1700000000', model: 'asked' });
});

const eventsOf = (frames: Frame[]) =>
  frames.map((frame) => {
    const event = JSON.parse(frame.data) as { type: string };
    expect(frame.name).toBe(event.type);
    return event;
  });

const messageStart = (id: string, model: string) => ({
  type: 'message_start',
  message: {
    id,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 11, output_tokens: 0 },
  },
});
const begin = (index: number, content_block: object) => ({
  type: 'content_block_start',
  index,
  content_block,
});
const delta = (index: number, change: object) => ({ type: 'content_block_delta', index, delta: change });
const stop = (index: number) => ({ type: 'content_block_stop', index });
const ending = (stop_reason: string, usage: object) => [
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
  { type: 'message_stop' },
];

test('OpenAI to Anthropic: interleaved calls become blocks one after the other', () => {
  const frames = rendered('anthropic-messages', replay(openai, recordedStream('openai', 'parallel-tools')));
  expect(eventsOf(frames)).toEqual([
    messageStart('msg_chatcmpl-2', 'gpt-4o'),
    begin(0, { type: 'text', text: '' }),
    delta(0, { type: 'text_delta', text: 'Hi' }),
    stop(0),
    begin(1, { type: 'tool_use', id: 'call_1', name: 'f', input: {} }),
    delta(1, { type: 'input_json_delta', partial_json: '{"a":1}' }),
    stop(1),
    begin(2, { type: 'tool_use', id: 'call_2', name: 'g', input: {} }),
    delta(2, { type: 'input_json_delta', partial_json: '{}' }),
    stop(2),
    ...ending('tool_use', {
      input_tokens: 12,
      cache_read_input_tokens: 4,
      cache_creation_input_tokens: 0,
      output_tokens: 9,
    }),
  ]);
});

test('OpenAI to Anthropic: thoughts close with an empty signature, the first text is not lost', () => {
  const frames = rendered('anthropic-messages', replay(openai, recordedStream('openai', 'reasoning')));
  expect(eventsOf(frames)).toEqual([
    messageStart('msg_r-1', 'deepseek-reasoner'),
    begin(0, { type: 'thinking', thinking: '', signature: '' }),
    delta(0, { type: 'thinking_delta', thinking: 'Let me ' }),
    delta(0, { type: 'thinking_delta', thinking: 'think' }),
    delta(0, { type: 'signature_delta', signature: '' }),
    stop(0),
    begin(1, { type: 'text', text: '' }),
    delta(1, { type: 'text_delta', text: '42' }),
    stop(1),
    ...ending('end_turn', {
      input_tokens: 5,
      cache_read_input_tokens: 3,
      cache_creation_input_tokens: 0,
      output_tokens: 6,
    }),
  ]);
});

test('a call that is complete closes as soon as the next begins; nothing is held back', () => {
  const renderer = protocols['anthropic-messages'].stream(context);
  renderer.event({ type: 'tool-start', index: 0, id: 'a', name: 'f' });
  renderer.event({ type: 'tool-delta', index: 0, text: '{"x":"}' });
  renderer.event({ type: 'tool-delta', index: 0, text: '\\"","y":[]}' });
  const next = renderer.event({ type: 'tool-start', index: 1, id: 'b', name: 'g' });
  expect(next).toContain('content_block_stop');
  expect(next).toContain('"id":"b"');
  expect(renderer.event({ type: 'tool-delta', index: 1, text: '{' })).toContain('input_json_delta');
  const text = renderer.event({ type: 'text-delta', text: 'late' });
  expect(text).toBe('');
  const released = renderer.event({ type: 'tool-delta', index: 1, text: '}' });
  expect(released).toContain('"text":"late"');
});

test('an answer without content still has a block, and an end', () => {
  expect(eventsOf(rendered('anthropic-messages', [])).map((event) => event.type)).toEqual([
    'message_start',
    'content_block_start',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ]);
});

test.each([
  ['anthropic', 'everything'],
  ['anthropic', 'redacted'],
  ['anthropic', 'server-tool'],
  ['openai', 'text'],
  ['openai', 'parallel-tools'],
  ['openai', 'odd-tools'],
  ['openai', 'reasoning'],
  ['openai', 'no-usage'],
] as const)(
  '%s %s, rendered for Anthropic clients, opens and closes every block in order',
  (provider, name) => {
    const events = replay(provider === 'openai' ? openai : anthropic, recordedStream(provider, name));
    let open = -1;
    let next = 0;
    for (const event of eventsOf(rendered('anthropic-messages', events)) as {
      type: string;
      index: number;
    }[]) {
      if (event.type === 'content_block_start') {
        expect([open, event.index]).toEqual([-1, next++]);
        open = event.index;
      } else if (event.type === 'content_block_delta') expect(event.index).toBe(open);
      else if (event.type === 'content_block_stop') {
        expect(event.index).toBe(open);
        open = -1;
      }
    }
    expect([open, next > 0]).toEqual([-1, true]);
  },
);
