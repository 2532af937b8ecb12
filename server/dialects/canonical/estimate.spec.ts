import fc from 'fast-check';
import type { CanonicalChat } from './chat.js';
import { estimatePrompt, estimateTokens } from './estimate.js';
import { TokenCounter } from './tokens.js';
import { anyCharacter, seededRuns } from '../../../test/setup/properties.js';

const chat = (overrides: Partial<CanonicalChat>): CanonicalChat => ({
  model: 'm',
  system: [],
  turns: [],
  tools: [],
  stream: false,
  includeUsage: false,
  ...overrides,
});

test.each([
  ['', 0],
  ['hi', 1],
  ['Hello, world!', 4],
  ['internationalisation', 7],
  ['1234567', 3],
  ['one\n\n\n    two', 4],
])('%j is about %d tokens', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});

/** The expected numbers are the counts of the o200k_base tokenizer. */
test.each([
  [
    'The gateway receives a request, checks the token, picks a channel and forwards the bytes. When the answer ' +
      'arrives it reads the usage, computes the price and writes one line to the log, so that every request can be ' +
      'explained to the person who paid for it later on.',
    55,
  ],
  [
    '网关接收请求，检查令牌，选择渠道并转发字节。当答案到达时，它读取用量，计算价格并在日志中写入一行，' +
      '以便以后可以向付款人解释每个请求。今天天气很好，我们去公园散步吧。',
    61,
  ],
  [
    'ゲートウェイはリクエストを受け取り、トークンを確認し、チャネルを選択してバイトを転送します。今日は天気がいいですね。',
    41,
  ],
  [
    '게이트웨이는 요청을 수신하고 토큰을 확인한 다음 채널을 선택하여 바이트를 전달합니다. 오늘 날씨가 좋네요.',
    33,
  ],
  [
    'Шлюз получает запрос, проверяет токен, выбирает канал и пересылает байты. Когда приходит ответ, он считывает ' +
      'использование и вычисляет цену.',
    35,
  ],
])('%j counts within 10 %% of a tokenizer', (text, tokens) => {
  expect(Math.abs(estimateTokens(text) - tokens) / tokens).toBeLessThan(0.1);
});

test('counting in pieces gives what counting the whole gives', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), fc.nat(60), (text, cut) => {
      const counter = new TokenCounter();
      counter.add(text.slice(0, cut));
      counter.add(text.slice(cut));
      expect(Math.ceil(counter.tokens)).toBe(estimateTokens(text));
    }),
    seededRuns(200, 5),
  );
});

test('a prompt costs its messages, tools and attachments by the fixed table', () => {
  expect(estimatePrompt(chat({}))).toBe(3);
  const said = chat({ turns: [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }] });
  expect(estimatePrompt(said)).toBe(3 + 4 + 1);
  const source = { type: 'url' as const, url: 'https://example.com/a.png' };
  const shown = chat({
    system: [{ type: 'text', text: 'hi' }],
    turns: [
      {
        role: 'user',
        parts: [
          { type: 'image', source },
          { type: 'image', source, detail: 'low' },
          { type: 'audio', format: 'wav', data: '' },
          { type: 'file', source },
        ],
      },
    ],
  });
  expect(estimatePrompt(shown)).toBe(3 + 4 + 1 + 4 + 765 + 85 + 100 + 5000);
  const tools = chat({ tools: [{ name: 'weather', description: 'the weather', parameters: {} }] });
  expect(estimatePrompt(tools)).toBe(3 + 8 + estimateTokens('weatherthe weather{}'));
});

test('calls and results in the history count', () => {
  const call = { type: 'tool-call' as const, id: '1', name: 'weather', arguments: '{}' };
  const result = {
    type: 'tool-result' as const,
    id: '1',
    parts: [{ type: 'text' as const, text: 'sunny today' }],
  };
  const history = chat({
    turns: [
      { role: 'assistant', parts: [call] },
      { role: 'user', parts: [result] },
    ],
  });
  expect(estimatePrompt(history)).toBeGreaterThan(3 + 4 + 4 + 3);
});

test('tools without description or parameters cost their names', () => {
  const tools = chat({ tools: [{ name: 'weather' }] });
  expect(estimatePrompt(tools)).toBe(3 + 8 + estimateTokens('weather'));
});

test('images in results, reasoning and encrypted reasoning in the history count', () => {
  const source = { type: 'url' as const, url: 'https://example.com/a.png' };
  const history = chat({
    turns: [
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'Let me see', signature: 's' },
          { type: 'reasoning-redacted', data: 'x'.repeat(401) },
        ],
      },
      { role: 'user', parts: [{ type: 'tool-result', id: '1', parts: [{ type: 'image', source }] }] },
    ],
  });
  expect(estimatePrompt(history)).toBe(3 + 4 + estimateTokens('Let me see') + 101 + 4 + 765);
});

test('an image with its bytes costs what its size costs, with low detail the least', () => {
  const head = Buffer.alloc(30);
  head.write('GIF89a', 'latin1');
  head.writeUInt16LE(512, 6);
  head.writeUInt16LE(512, 8);
  const source = { type: 'base64' as const, mediaType: 'image/gif', data: head.toString('base64') };
  const tokens = (model: string, detail?: string) =>
    estimatePrompt(chat({ model, turns: [{ role: 'user', parts: [{ type: 'image', source, detail }] }] })) -
    7;
  expect(tokens('gpt-4o')).toBe(85 + 170);
  expect(tokens('gpt-4o', 'low')).toBe(85);
});
