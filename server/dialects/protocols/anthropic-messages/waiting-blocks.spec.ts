import type { CanonicalEvent } from '../../canonical/events.js';
import { noUsage } from '../../canonical/usage.js';
import { anthropicMessages } from './index.js';

/** The content blocks that a client puts together from the stream of these events. */
function blocksOf(events: readonly CanonicalEvent[]): object[] {
  const renderer = anthropicMessages.stream({
    model: 'm',
    createdAt: 1,
    includeUsage: true,
    inputTokens: 1,
  });
  const text = events.map((event) => renderer.event(event)).join('') + renderer.end(noUsage());
  const blocks: { json?: string; thinking?: string; signature?: string }[] = [];
  for (const line of text.split('\n').filter((one) => one.startsWith('data: '))) {
    const { type, index, content_block, delta } = JSON.parse(line.slice('data: '.length)) as {
      type: string;
      index: number;
      content_block: object;
      delta: Record<string, string>;
    };
    if (type === 'content_block_start') blocks[index] = { ...content_block };
    if (type !== 'content_block_delta') continue;
    const block = blocks[index]!;
    if (delta.type === 'input_json_delta') block.json = (block.json ?? '') + delta.partial_json;
    if (delta.type === 'thinking_delta') block.thinking += delta.thinking!;
    if (delta.type === 'signature_delta') block.signature = delta.signature;
  }
  return blocks;
}

const call = { type: 'tool_use', id: 'c', name: 'f', input: {}, json: '{"a":1}' };

test.each<[string, CanonicalEvent[], object[]]>([
  [
    'signed',
    [
      { type: 'reasoning-delta', text: 'H' },
      { type: 'reasoning-delta', text: 'm' },
      { type: 'reasoning-signature', signature: 's' },
    ],
    [{ type: 'thinking', thinking: 'Hm', signature: 's' }],
  ],
  [
    'signed twice',
    [
      { type: 'reasoning-delta', text: 'One' },
      { type: 'reasoning-signature', signature: 's1' },
      { type: 'reasoning-delta', text: 'Two' },
      { type: 'reasoning-signature', signature: 's2' },
    ],
    [
      { type: 'thinking', thinking: 'One', signature: 's1' },
      { type: 'thinking', thinking: 'Two', signature: 's2' },
    ],
  ],
  [
    'signed and not shown',
    [{ type: 'reasoning-signature', signature: 's' }],
    [{ type: 'thinking', thinking: '', signature: 's' }],
  ],
  ['encrypted', [{ type: 'reasoning-redacted', data: 'x' }], [{ type: 'redacted_thinking', data: 'x' }]],
])('thinking (%s) waits for the end of an incomplete call', (_case, thinking, expected) => {
  const events: CanonicalEvent[] = [
    { type: 'tool-start', index: 0, id: 'c', name: 'f' },
    { type: 'tool-delta', index: 0, text: '{"a":' },
    ...thinking,
    { type: 'tool-delta', index: 0, text: '1}' },
    { type: 'finish', reason: 'tool-calls' },
  ];
  expect(blocksOf(events)).toEqual([call, ...expected]);
});
