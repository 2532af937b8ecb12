import type { CanonicalChat } from '../../dialects/canonical/chat.js';
import { OutputText } from '../pipeline/answer/output-text.js';
import { MAX_CONTENT, tracedInput, tracedOutput } from './contents.js';

const chat = (turns: CanonicalChat['turns'], system: CanonicalChat['system'] = []): CanonicalChat => ({
  model: 'm',
  system,
  turns,
  tools: [],
  stream: false,
  includeUsage: false,
});

test('messages are parts of text, calls and results; media are named only', () => {
  const { messages, instructions } = tracedInput(
    chat(
      [
        {
          role: 'user',
          parts: [
            { type: 'text', text: 'What is this?' },
            { type: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'SECRET' } },
          ],
        },
        { role: 'assistant', parts: [{ type: 'tool-call', id: 'c1', name: 'look', arguments: '{}' }] },
        {
          role: 'user',
          parts: [{ type: 'tool-result', id: 'c1', parts: [{ type: 'text', text: 'A cat' }] }],
        },
      ],
      [{ type: 'text', text: 'Be brief.' }],
    ),
  );
  expect(JSON.parse(messages)).toEqual([
    { role: 'user', parts: [{ type: 'text', content: 'What is this?' }, { type: 'image' }] },
    { role: 'assistant', parts: [{ type: 'tool_call', id: 'c1', name: 'look', arguments: '{}' }] },
    { role: 'user', parts: [{ type: 'tool_call_response', id: 'c1', response: 'A cat' }] },
  ]);
  expect(JSON.parse(instructions ?? '')).toEqual([{ type: 'text', content: 'Be brief.' }]);
});

test('of a long conversation the last turns are kept, within the limit', () => {
  const turns = Array.from({ length: 100 }, (_, index) => ({
    role: 'user' as const,
    parts: [{ type: 'text' as const, text: `${index} ${'x'.repeat(1000)}` }],
  }));
  const { messages } = tracedInput(chat(turns));
  expect(messages.length).toBeLessThan(MAX_CONTENT * 1.2);
  expect(messages).toContain('"99 x');
  expect(messages).not.toContain('"5 x');
});

test('what a model writes is collected up to the limit, calls and reasoning included', () => {
  const output = new OutputText(20);
  output.add({ type: 'reasoning-delta', text: 'hm' });
  output.add({ type: 'text-delta', text: 'Hello' });
  output.add({ type: 'tool-start', index: 0, id: 'c', name: 'f' });
  output.add({ type: 'tool-delta', index: 0, text: '{"a":1,"b":22222}' });
  output.add({ type: 'text-delta', text: 'lost' });
  expect(JSON.parse(tracedOutput(output, true))).toEqual([
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', content: 'hm' },
        { type: 'text', content: 'Hello' },
        { type: 'tool_call', id: 'c', name: 'f', arguments: '{"a":1,"b":' },
      ],
      finish_reason: 'tool_call',
    },
  ]);
  expect(tracedOutput(output, false)).toContain('"finish_reason":"error"');
});
