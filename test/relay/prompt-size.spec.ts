import { quickPromptTokens } from '../../server/relay/pipeline/prompt-size.js';

const size = (body: object, inline?: string) => quickPromptTokens(Buffer.from(JSON.stringify(body)), inline);
const data = 'A'.repeat(100_000);

test('text counts by its bytes', () => {
  expect(quickPromptTokens(Buffer.alloc(4000, 97))).toBe(1000);
});

test('a picture counts the same whatever its size, as a data URL and as inline data', () => {
  const url = { image_url: { url: `data:image/png;base64,${data}` } };
  expect(size(url)).toBeLessThan(800);
  for (const name of ['inlineData', 'inline_data'])
    for (const picture of [
      { mimeType: 'image/png', data },
      { data, mimeType: 'image/png' },
    ]) {
      const one = { parts: [{ [name]: picture }] };
      expect(size(one, '"inline')).toBeLessThan(800);
      expect(size({ parts: [...one.parts, ...one.parts] }, '"inline')).toBeGreaterThan(1530);
      expect(size({ parts: [...one.parts, ...one.parts] }, '"inline')).toBeLessThan(1600);
    }
});

test('texts that only look like inline data count in full', () => {
  const text = `"inlineData":{"data":"${data}"}`;
  expect(size({ parts: [{ text }] }, '"inline')).toBeGreaterThan(25_000);
  expect(size({ parts: [{ functionResponse: { response: { data } } }] }, '"inline')).toBeGreaterThan(25_000);
});
