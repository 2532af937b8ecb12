import { at, native, providerOf } from '../../../test/dialects/provider-calls.js';
import { bodyOf } from '../../../test/dialects/recorded.js';
import { estimatePrompt } from '../canonical/estimate.js';
import { protocols } from './registry.js';

const GEMINI = 24;
const CLAUDE = 14;
const OPENROUTER = 20;
const BEDROCK = 33;
const DATA = 'iVBORw0KGgo'.padEnd(40_000, 'A');
const URL = `data:image/png;base64,${DATA}`;
const MARKDOWN = `![image](${URL})`;
const INLINE = { inlineData: { mimeType: 'image/png', data: DATA } };
const PNG = { type: 'base64', mediaType: 'image/png', data: DATA };

type Client = 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'gemini';

/** A conversation in which the assistant said this, as clients of each protocol write it. */
const history: Readonly<Record<Client, (said: string) => object>> = {
  'openai-chat': (content) => ({ messages: withAnswer({ role: 'assistant', content }) }),
  'openai-responses': (text) => ({
    input: withAnswer({ role: 'assistant', content: [{ type: 'output_text', text }] }),
  }),
  'anthropic-messages': (content) => ({
    max_tokens: 9,
    messages: withAnswer({ role: 'assistant', content }),
  }),
  gemini: (text) => ({
    contents: [
      { role: 'user', parts: [{ text: 'draw' }] },
      // A streamed response comes back in pieces.
      { role: 'model', parts: [{ text: text.slice(0, 30) }] },
      { role: 'model', parts: [{ text: text.slice(30) }] },
      { role: 'user', parts: [{ text: 'bluer' }] },
    ],
  }),
};
const CLIENTS = Object.keys(history) as Client[];

function withAnswer(answer: object): object[] {
  return [{ role: 'user', content: 'draw' }, answer, { role: 'user', content: 'bluer' }];
}

function parsed(client: Client, body: object) {
  return protocols[client].parse(Buffer.from(JSON.stringify({ model: 'm', ...body })), '/v1beta/models/m:x');
}

function sent(type: number, client: Client, body: object, model = 'm') {
  const target = at(type, { model, ...(type === BEDROCK && { key: 'AKID|secret|us-east-1' }) });
  const codec = (providerOf(type).ofModel?.(model) ?? providerOf(type)).chat!;
  return bodyOf(codec.request({ ...parsed(client, body), model }, target)) as Record<string, object[]>;
}

const chat = (message: object) => ({ messages: withAnswer({ role: 'assistant', ...message }) });
/** The parts of the assistant's turn. */
const partsOf = (message: object) => parsed('openai-chat', chat(message)).turns[1]?.parts;

describe.each(CLIENTS)('an image of an earlier response in the text of a client of %s', (client) => {
  test('is an image for Gemini, and not text', () => {
    const { contents } = sent(
      GEMINI,
      client,
      history[client](`Here:\n${MARKDOWN}\nMore?`),
      'gemini-2.5-flash-image',
    );
    expect(contents![1]).toEqual({
      role: 'model',
      parts: [{ text: 'Here:\n' }, INLINE, { text: '\nMore?' }],
    });
  });

  test('is beside the text for OpenRouter', () => {
    const { messages } = sent(OPENROUTER, client, history[client](`Here:${MARKDOWN}`));
    expect(messages![1]).toEqual({
      role: 'assistant',
      content: 'Here:',
      images: [{ type: 'image_url', image_url: { url: URL } }],
    });
  });

  test.each([
    [CLAUDE, 'claude-sonnet-4-5'],
    [BEDROCK, 'amazon.nova-pro-v1:0'],
    [1, 'gpt-4o'],
    [34, 'command-a-03-2025'],
    [15, 'ERNIE-4.0-8K'],
    [16, 'chatglm_pro'],
  ])('is left out for type %i', (type, model) => {
    const text = JSON.stringify(sent(type, client, history[client](`Here:${MARKDOWN}`), model));
    expect(text).toContain('Here:');
    expect(text).not.toContain('AAAA');
  });

  test('is counted as an image', () => {
    const plain = estimatePrompt(parsed(client, history[client]('Here:')));
    expect(estimatePrompt(parsed(client, history[client](`Here:${MARKDOWN}`))) - plain).toBeLessThan(1000);
  });
});

test('a response that was only an image is named where it is left out', () => {
  const { messages } = sent(CLAUDE, 'openai-chat', chat({ content: MARKDOWN }), 'claude-sonnet-4-5');
  expect(messages![1]).toEqual({
    role: 'assistant',
    content: [{ type: 'text', text: '[content left out: image]' }],
  });
});

test.each([
  ['a list', { content: [{ type: 'text', text: MARKDOWN }] }],
  ['an image in the list', { content: [{ type: 'image_url', image_url: { url: URL } }] }],
  ['images beside the text', { content: null, images: [{ type: 'image_url', image_url: { url: URL } }] }],
])('Chat Completions: %s', (_, message) => {
  expect(partsOf(message)).toEqual([{ type: 'image', source: PNG, ofResponse: true }]);
});

test.each([
  ['another description and a title', `![a cat (1 of 2)](${URL} "A cat")`],
  ['no description', `![](${URL})`],
])('an image with %s', (_, text) => {
  expect(partsOf({ content: text })).toEqual([{ type: 'image', source: PNG, ofResponse: true }]);
});

test.each([
  ['an image by address', '![image](https://img.example/a.png)'],
  ['a link', `[image](${URL})`],
  ['a link behind an image', `![a](https://img.example/a.png) [b](${URL})`],
  ['an image that is cut', MARKDOWN.slice(0, -1)],
  ['another kind of data', '![a](data:text/html;base64,AAAA)'],
  ['data that is not base64', '![a](data:image/svg+xml,<svg/>)'],
  ['code', '`](data:image/png;base64,`'],
])('%s stays text', (_, content) => {
  expect(partsOf({ content })).toEqual([{ type: 'text', text: content }]);
});

test('images by address beside the text are text, as in responses to clients', () => {
  const images = [{ type: 'image_url', image_url: { url: 'https://img.example/a.png' } }];
  expect(partsOf({ content: 'a', images })).toEqual([
    { type: 'text', text: 'a' },
    { type: 'text', text: '![image](https://img.example/a.png)' },
  ]);
});

test('the user’s own text is not read', () => {
  const { turns } = parsed('openai-chat', { messages: [{ role: 'user', content: MARKDOWN }] });
  expect(turns[0]?.parts).toEqual([{ type: 'text', text: MARKDOWN }]);
});

test('a cache hint stays on the last part', () => {
  const text = `a${MARKDOWN}`;
  const content = [{ type: 'text', text, cache_control: { type: 'ephemeral' } }];
  expect(partsOf({ content })).toMatchObject([{ text: 'a' }, { type: 'image', cache: { ttl: '5m' } }]);
});

test('bodies that pass keep their bytes', () => {
  const images = [{ type: 'image_url', image_url: { url: URL } }];
  const body = { model: 'm', messages: withAnswer({ role: 'assistant', content: MARKDOWN, images }) };
  for (const type of [OPENROUTER, 8]) expect(native(type, body).body?.toString()).toBe(JSON.stringify(body));
});

describe('Gemini 3 expects signatures in responses of its image models', () => {
  const said = { content: `Here:${MARKDOWN}` };
  const signature = { thoughtSignature: 'skip_thought_signature_validator' };

  test('on the first part and on images', () => {
    const { contents } = sent(GEMINI, 'openai-chat', chat(said), 'gemini-3-pro-image');
    expect(contents![1]).toEqual({
      role: 'model',
      parts: [
        { text: 'Here:', ...signature },
        { ...INLINE, ...signature },
      ],
    });
    expect(JSON.stringify([contents![0], contents![2]])).not.toContain('thoughtSignature');
  });

  test('and only there', () => {
    const { contents } = sent(GEMINI, 'openai-chat', chat(said), 'gemini-3-pro-preview');
    expect(JSON.stringify(contents)).not.toContain('thoughtSignature');
  });
});

test('images that Gemini cannot read are left out of its own turns', () => {
  const content = 'a![image](data:image/svg+xml;base64,AAAA)';
  expect(sent(GEMINI, 'openai-chat', chat({ content }), 'gemini-2.5-flash').contents![1]).toEqual({
    role: 'model',
    parts: [{ text: 'a' }],
  });
});

test.each([
  ['beginnings without an end', '![a](data:image/png;base64,'.repeat(100_000)],
  ['ends of descriptions', '](data:image/png;base64,A)'.repeat(100_000)],
  ['beginnings of descriptions', `${'!['.repeat(1_000_000)}](data:image/png;base64,A)`],
  ['parameters', `![a](data:image/png${';a'.repeat(1_000_000)})`],
  ['blanks', `![a](data:image/png;base64,A${' '.repeat(1_000_000)})`],
])('a text of megabytes takes little time: %s', (_, content) => {
  const start = performance.now();
  partsOf({ content });
  expect(performance.now() - start).toBeLessThan(2000);
});
