import { estimateTokens } from './estimate.js';
import { OutputMeter } from './meter.js';

test('text, thoughts, tool names and arguments count, and 7 for every call', () => {
  const meter = new OutputMeter();
  meter.add({ type: 'start', id: '1', model: 'm' });
  meter.add({ type: 'reasoning-delta', text: 'so ' });
  meter.add({ type: 'text-delta', text: 'hello' });
  meter.add({ type: 'tool-start', index: 0, id: 'c', name: 'weather' });
  meter.add({ type: 'tool-delta', index: 0, text: '{"a":1}' });
  meter.add({ type: 'usage', usage: { output: 99 } });
  meter.add({ type: 'finish', reason: 'tool-calls' });
  expect(meter.characters).toBe('so helloweather{"a":1}'.length);
  expect(meter.tokens).toBe(estimateTokens('so helloweather{"a":1}') + 7);
});

test('an answer in one piece counts like the same answer in many', () => {
  const text = 'The quick brown fox jumps over 1234567 lazy dogs.\n\nAnd then?';
  const whole = new OutputMeter();
  whole.part({ type: 'text', text });
  const pieces = new OutputMeter();
  for (const character of text) pieces.add({ type: 'text-delta', text: character });
  expect(pieces.tokens).toBe(whole.tokens);
});

test('encrypted thoughts count by their size', () => {
  const meter = new OutputMeter();
  meter.add({ type: 'reasoning-redacted', data: 'x'.repeat(400) });
  expect(meter.tokens).toBe(100);
  expect(meter.characters).toBe(400);
});

test('refusals count', () => {
  const meter = new OutputMeter();
  meter.add({ type: 'refusal-delta', text: 'I will not' });
  expect(meter.tokens).toBe(estimateTokens('I will not'));
});

test('a whole response counts like its stream', () => {
  const meter = new OutputMeter();
  meter.part({ type: 'reasoning', text: 'so ' });
  meter.part({ type: 'text', text: 'hello' });
  meter.part({ type: 'tool-call', id: 'c', name: 'weather', arguments: '{"a":1}' });
  meter.part({ type: 'reasoning-redacted', data: 'x'.repeat(400) });
  expect(meter.characters).toBe('so helloweather{"a":1}'.length + 400);
  expect(meter.tokens).toBe(estimateTokens('so helloweather{"a":1}') + 7 + 100);
});

test('an image with its bytes counts as one image, not as text', () => {
  const meter = new OutputMeter();
  meter.add({ type: 'text-delta', text: `![image](data:image/png;base64,${'A'.repeat(9000)})` });
  expect([meter.tokens, meter.characters]).toEqual([1290, 0]);
  meter.part({ type: 'text', text: '![image](https://x.test/i.png)' });
  expect(meter.tokens).toBe(1290 + estimateTokens('![image](https://x.test/i.png)'));
});
