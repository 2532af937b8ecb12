import { anthropicMessages } from '../../../dialects/protocols/anthropic-messages/index.js';
import { openaiChat } from '../../../dialects/protocols/openai-chat/index.js';
import { openaiResponses } from '../../../dialects/protocols/openai-responses/index.js';
import { heldPromptTokens, quickPromptTokens } from './prompt-size.js';

const size = (body: object, inline?: string) => quickPromptTokens(Buffer.from(JSON.stringify(body)), inline);
const data = 'A'.repeat(100_000);

test('text counts by its bytes', () => {
  expect(quickPromptTokens(Buffer.alloc(4000, 97))).toBe(1000);
});

test('where usage may be in characters, each byte is held for', () => {
  expect(heldPromptTokens(true, Buffer.alloc(4000, 97))).toBe(4000);
  expect(heldPromptTokens(false, Buffer.alloc(4000, 97))).toBe(1000);
});

test('a picture counts little beside its size, as a data URL and as inline data', () => {
  const url = { image_url: { url: `data:image/png;base64,${data}` } };
  expect(size(url)).toBeLessThan(800);
  expect(size({ image_url: url.image_url.url })).toBeLessThan(800);
  // PHP's json_encode escapes slashes.
  const slashes = JSON.stringify({ url: `data:image/png;base64,${'/9j+'.repeat(25_000)}` }).replaceAll(
    '/',
    '\\/',
  );
  expect(quickPromptTokens(Buffer.from(slashes))).toBeLessThan(1200);
  for (const name of ['inlineData', 'inline_data'])
    for (const image of [
      { mimeType: 'image/png', data },
      { data, mimeType: 'image/png' },
    ]) {
      const one = { parts: [{ [name]: image }] };
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

test('a large file counts a token for 128 characters of it', () => {
  const file = { file: { file_data: `data:application/pdf;base64,${'A'.repeat(1_280_000)}` } };
  expect(size(file)).toBeGreaterThanOrEqual(10_000);
  expect(size(file)).toBeLessThan(10_100);
});

test('pictures and sounds of other protocols count as such', () => {
  const source = { type: 'base64', media_type: 'image/png', data };
  expect(size({ type: 'image', source }, anthropicMessages.inlineMember)).toBeLessThan(850);
  const audio = { type: 'input_audio', input_audio: { data, format: 'wav' } };
  for (const { inlineMember } of [openaiChat, openaiResponses])
    expect(size(audio, inlineMember)).toBeLessThan(850);
});

describe('nobody makes a hold small by text that looks like an attachment', () => {
  const prose = 'lorem ipsum dolor '.repeat(6000);

  test.each([
    ['in a text', { type: 'text', text: `data:image/png;base64,${data}` }],
    ['behind the beginning of a text', { type: 'text', text: `see data:image/png;base64,${data}` }],
    ['that is no base64', { image_url: { url: `data:image/png;base64,${prose}` } }],
    ['whose end is no base64', { image_url: { url: `data:image/png;base64,${data}${prose}` } }],
    [
      'far behind the beginning of an address',
      { image_url: { url: `data:${'x'.repeat(200)};base64,${data}` } },
    ],
  ])('%s', (_where, part) => {
    expect(size({ messages: [{ role: 'user', content: [part] }] })).toBeGreaterThan(25_000);
  });

  test('as inline data that is no base64', () => {
    const part = { inlineData: { mimeType: 'image/png', data: prose } };
    expect(size({ contents: [{ parts: [part] }] }, '"inline')).toBeGreaterThan(25_000);
  });
});
