import { scanObject } from '../../../dialects/json/scan.js';
import type { ProtocolName } from '../../../dialects/protocols/protocol.js';
import { google, measure, user, WINDOW } from '../../../../test/relay/measured-content.js';
import { referencedContent } from './referenced-content.js';

const PNG = Buffer.alloc(3000);
PNG.write('\x89PNG\r\n', 'latin1');
PNG.writeUInt32BE(1024, 16);
PNG.writeUInt32BE(1024, 20);
const png = PNG.toString('base64');
const pdf = Buffer.from('%PDF-1.7').toString('base64');
const ONE_IMAGE = 2833 + 8 * 5667;

describe('content by reference is held by what it can be', () => {
  test.each<[string, ProtocolName, object, number]>([
    [
      'an image by address',
      'openai-chat',
      user({ type: 'image_url', image_url: { url: 'https://a.example/b.png' } }),
      ONE_IMAGE,
    ],
    [
      'with low detail',
      'openai-chat',
      user({ type: 'image_url', image_url: { url: 'https://a.example/b', detail: 'low' } }),
      2833,
    ],
    [
      'two of them',
      'openai-chat',
      user(...[1, 2].map(() => ({ image_url: { url: 'https://a.example/b' } }))),
      2 * ONE_IMAGE,
    ],
    [
      'in Responses',
      'openai-responses',
      { input: [{ content: [{ type: 'input_image', image_url: 'https://a.example' }] }] },
      ONE_IMAGE,
    ],
    [
      'an image by id',
      'openai-responses',
      { input: [{ content: [{ type: 'input_image', file_id: 'file-1' }] }] },
      ONE_IMAGE,
    ],
    [
      'in Messages',
      'anthropic-messages',
      user({ type: 'image', source: { type: 'url', url: 'https://a.example' } }),
      ONE_IMAGE,
    ],
    [
      'in a tool result',
      'anthropic-messages',
      user({ type: 'tool_result', content: [{ type: 'image', source: { type: 'file', file_id: 'f' } }] }),
      ONE_IMAGE,
    ],
    [
      'in Gemini',
      'gemini',
      google({ fileData: { mimeType: 'image/png', fileUri: 'https://a.example/b' } }),
      ONE_IMAGE,
    ],
    [
      'a video that is called an image',
      'openai-chat',
      user({ image_url: { url: 'https://youtu.be/abc' } }),
      WINDOW,
    ],
    ['a file by id', 'openai-chat', user({ type: 'file', file: { file_id: 'file-1' } }), WINDOW],
    [
      'a file by address',
      'openai-responses',
      { input: [{ content: [{ type: 'input_file', file_url: 'https://a.example/b.pdf' }] }] },
      WINDOW,
    ],
    [
      'a document by address',
      'anthropic-messages',
      user({ type: 'document', source: { type: 'url', url: 'https://a.example/b.pdf' } }),
      WINDOW,
    ],
    [
      'a document by id',
      'anthropic-messages',
      user({ type: 'document', source: { type: 'file', file_id: 'f' } }),
      WINDOW,
    ],
    [
      'a file for a container',
      'anthropic-messages',
      user({ type: 'container_upload', file_id: 'f' }),
      WINDOW,
    ],
    [
      'a video on YouTube',
      'gemini',
      google({ fileData: { fileUri: 'https://www.youtube.com/watch?v=a' } }),
      WINDOW,
    ],
    [
      'in the other spelling',
      'gemini',
      google({ file_data: { file_uri: 'https://www.youtube.com/watch?v=a' } }),
      WINDOW,
    ],
    ['a single content', 'gemini', { contents: { parts: { fileData: { fileUri: 'gs://a/b' } } } }, WINDOW],
    ['cached content', 'gemini', { cachedContent: 'cachedContents/a', ...google({ text: 'x' }) }, WINDOW],
    ['a stored conversation', 'openai-responses', { input: 'x', conversation: 'conv_1' }, WINDOW],
    ['a stored prompt', 'openai-responses', { prompt: { id: 'pmpt_1' } }, WINDOW],
    ['an earlier response', 'openai-responses', { input: 'x', previous_response_id: 'resp_1' }, WINDOW],
    ['a container', 'anthropic-messages', { container: 'container_1', messages: [] }, WINDOW],
    [
      'an item of an earlier response',
      'openai-responses',
      { input: [{ type: 'item_reference', id: 'msg_1' }] },
      16_384,
    ],
    [
      'a video by address',
      'openai-chat',
      user({ type: 'video_url', video_url: { url: 'https://a.example' } }),
      WINDOW,
    ],
    [
      'an embedded document',
      'openai-responses',
      { input: [{ content: [{ type: 'input_file', file_data: `data:application/pdf;base64,${pdf}` }] }] },
      WINDOW,
    ],
    [
      'an embedded document in Messages',
      'anthropic-messages',
      user({ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: pdf } }),
      WINDOW,
    ],
    ['an embedded video', 'gemini', google({ inlineData: { mimeType: 'video/mp4', data: pdf } }), WINDOW],
  ])('%s', (_case, protocol, body, tokens) => {
    expect(measure(protocol, body)).toMatchObject({ tokens, audio: 0, tools: [] });
  });
});

test('everything together is at most the context window', () => {
  const many = user(...Array.from({ length: 40 }, () => ({ image_url: { url: 'https://a.example' } })));
  expect(measure('openai-chat', many)).toMatchObject({ tokens: WINDOW });
});

test('an escaped name is the same name', () => {
  const body = '{"messages":[{"content":[{"file":{"f\\u0069le_id":"file-1"}}]}]}';
  expect(measure('openai-chat', body)).toMatchObject({ tokens: WINDOW });
});

test('an object that names a member twice is held by the window, whichever of the two counts', () => {
  const part = `{"inlineData":{"mimeType":"application/pdf","mimeType":"image/png","data":"${png}"}}`;
  expect(measure('gemini', `{"contents":[{"parts":[${part}]}]}`)).toMatchObject({ tokens: WINDOW });
});

test('an earlier response of known length counts by it', () => {
  const body = { input: 'x', previous_response_id: 'resp_1' };
  expect(measure('openai-responses', body, { continuedTokens: 812 })).toMatchObject({ tokens: 812 });
});

describe('an embedded image counts by its size, beyond the 765 tokens of every attachment', () => {
  test.each<[string, ProtocolName, object]>([
    ['chat', 'openai-chat', user({ image_url: { url: `data:image/png;base64,${png}` } })],
    [
      'responses',
      'openai-responses',
      { input: [{ content: [{ type: 'input_image', image_url: `data:image/png;base64,${png}` }] }] },
    ],
    [
      'messages',
      'anthropic-messages',
      user({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }),
    ],
    ['gemini', 'gemini', google({ inlineData: { mimeType: 'image/png', data: png } })],
  ])('%s', (_case, protocol, body) => {
    expect(measure(protocol, body)).toMatchObject({ tokens: 25_501 - 765 });
    expect(measure(protocol, body, { models: ['gpt-4o'] })).toBeUndefined();
    // Of several channels, the model that counts most.
    expect(measure(protocol, body, { models: ['gpt-4o', 'gpt-4o-mini'] })).toMatchObject({
      tokens: 25_501 - 765,
    });
  });
});

describe('what only has such a name costs nothing', () => {
  test.each<[string, ProtocolName, object]>([
    [
      'a text',
      'openai-chat',
      user({ type: 'text', text: '{"file_id":"a","image_url":{"url":"https://a"}}' }),
    ],
    [
      'a tool schema',
      'openai-chat',
      {
        tools: [
          {
            type: 'function',
            function: {
              parameters: {
                properties: {
                  file_id: { type: 'string' },
                  image_url: { type: 'string' },
                  source: { type: 'string' },
                  audio: { type: 'object' },
                },
              },
            },
          },
        ],
      },
    ],
    [
      'arguments of a tool call',
      'anthropic-messages',
      {
        messages: [
          { role: 'assistant', content: [{ type: 'tool_use', input: { file_id: 'a', type: 'x' } }] },
        ],
      },
    ],
    [
      'a citation of an earlier answer',
      'openai-responses',
      {
        input: [
          {
            type: 'message',
            content: [{ type: 'output_text', annotations: [{ type: 'file_citation', file_id: 'a' }] }],
          },
        ],
      },
    ],
    [
      'an earlier call of a tool',
      'openai-responses',
      {
        input: [
          { type: 'web_search_call', id: 'ws_1' },
          { type: 'file_search_call', id: 'fs_1' },
        ],
      },
    ],
    [
      'the client’s own tools',
      'openai-responses',
      { tools: [{ type: 'function', name: 'web_search', parameters: {} }, { type: 'custom' }] },
    ],
    [
      'null',
      'openai-responses',
      { input: 'x', previous_response_id: null, conversation: null, prompt: null },
    ],
    ['metadata', 'openai-chat', { metadata: { file_id: 'a' }, ...user({ text: 'x' }) }],
    [
      'a text document',
      'anthropic-messages',
      user({ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'words' } }),
    ],
  ])('%s', (_case, protocol, body) => {
    expect(measure(protocol, body)).toBeUndefined();
  });
});

test.each([
  [{ type: 'ephemeral' }, 'cacheWrite5m'],
  [{ type: 'ephemeral', ttl: '1h' }, 'cacheWrite1h'],
])('a cache hint %j makes the prompt a %s', (cache_control, cacheWrite) => {
  expect(measure('anthropic-messages', user({ type: 'text', text: 'x', cache_control }))).toMatchObject({
    cacheWrite,
  });
});

test('a body that is costly to examine is held by the window instead', () => {
  let nested: object = { image_url: 'https://a.example' };
  for (let depth = 0; depth < 90; depth++) nested = { source: { type: 'x', nested }, pad: 'x'.repeat(2000) };
  const body = Buffer.from(JSON.stringify({ messages: [{ content: [nested] }] }));
  const { noted } = scanObject(body);
  const started = process.cpuUsage();
  expect(
    referencedContent(body, noted!, {
      protocol: 'anthropic-messages',
      models: ['m'],
      window: WINDOW,
      continuedTokens: undefined,
    }),
  ).toMatchObject({ tokens: WINDOW });
  expect(process.cpuUsage(started).user).toBeLessThan(500_000);
});
