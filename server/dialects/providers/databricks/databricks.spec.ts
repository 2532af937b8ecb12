import { providerOf } from '../../../../test/dialects/provider-calls.js';
import { expectEvents, recordedAnswer, recordedStream } from '../../../../test/dialects/recorded.js';

const DATABRICKS = 1013;
const usage = { input: 12, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 9, reasoning: 0 };

test('reasoning and text in parts, with usage on several chunks', () => {
  expectEvents(providerOf(DATABRICKS), 'reasoning', [
    { type: 'start', id: 'msg_bdrk_1', model: 'databricks-claude-sonnet-4-6' },
    { type: 'reasoning-delta', text: 'First I ' },
    { type: 'reasoning-delta', text: 'think.' },
    { type: 'text-delta', text: 'Grüße' },
    { type: 'finish', reason: 'stop', raw: 'stop' },
    { type: 'usage', usage },
    { type: 'done' },
  ]);
});

test('a tool call; missing usage is estimated later', () => {
  expectEvents(providerOf(DATABRICKS), 'tools', [
    { type: 'start', id: 'c1', model: 'databricks-claude-sonnet-4-6' },
    { type: 'tool-start', index: 0, id: 'toolu_1', name: 'get_weather' },
    { type: 'tool-delta', index: 0, text: '{"city":"Berlin"}' },
    { type: 'finish', reason: 'tool-calls', raw: 'tool_calls' },
    { type: 'done' },
  ]);
});

test('a whole response', () => {
  expect(providerOf(DATABRICKS).chat!.answer(recordedAnswer('databricks', 'reasoning'))).toMatchObject({
    parts: [
      { type: 'reasoning', text: 'First I think.' },
      { type: 'text', text: 'Hi' },
    ],
    finish: { reason: 'stop' },
    usage,
  });
});

test('OpenAI clients get strings instead of parts, and other chunks unchanged', () => {
  const normalized = providerOf(DATABRICKS).native['openai-chat']!.normalize!(
    recordedStream('databricks', 'reasoning'),
    true,
  ).toString();
  expect(normalized).not.toContain('"type":"reasoning"');
  expect(normalized).toContain('"content":"","reasoning_content":"First I "');
  expect(normalized).toContain('"delta":{"role":"assistant","content":"Grüße"}');
  const plain = Buffer.from('data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n');
  expect(providerOf(DATABRICKS).native['openai-chat']!.normalize!(plain, true)).toBe(plain);
});
