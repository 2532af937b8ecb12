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
});
