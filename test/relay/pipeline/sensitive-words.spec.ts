import { SensitiveWords } from '../../../server/relay/pipeline/plan/sensitive-words.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

describe('looking for words', () => {
  const words = SensitiveWords.of('bad word\n\n 禁词 \nA+B?')!;
  const body = (value: unknown) => Buffer.from(JSON.stringify(value));

  test.each(['a Bad Word here', 'sie sagt 禁词。', 'so a+b? yes', 'x禁词'])('%s holds one', (text) => {
    expect(words.mayBeIn(body({ text }))).toBe(true);
    expect(words.find([text])).toBeDefined();
  });

  test.each(['badword', '禁 词', 'aab', ''])('%p holds none', (text) => {
    expect(words.mayBeIn(body({ text }))).toBe(false);
    expect(words.find([text])).toBeUndefined();
  });

  test('letters written as escapes are letters', () => {
    expect(words.mayBeIn(Buffer.from('{"a":"b\\u0061d\\u0020word"}'))).toBe(true);
    expect(words.mayBeIn(Buffer.from('{"a":"\\u7981\\u8bcd"}'))).toBe(true);
    expect(SensitiveWords.of('a/b')!.mayBeIn(Buffer.from('{"a":"a\\/b"}'))).toBe(true);
    expect(SensitiveWords.of('test')!.mayBeIn(Buffer.from('{"a":"t\\u0065st"}'))).toBe(true);
  });

  test('a word is found wherever a long body is cut to look at it', () => {
    const filler = 'x'.repeat(8 * 1024 - 20);
    for (let shift = 0; shift < 40; shift++) {
      expect(words.mayBeIn(body({ text: `${filler}${'y'.repeat(shift)}bad word` }))).toBe(true);
      expect(words.mayBeIn(Buffer.from(`{"a":"${filler}${'y'.repeat(shift)}\\u7981\\u8bcd"}`))).toBe(true);
      expect(words.mayBeIn(body({ text: `${filler}${'y'.repeat(shift)}禁词` }))).toBe(true);
    }
  });

  test('without words there is nothing to look for', () => {
    expect(SensitiveWords.of(' \n \n')).toBeUndefined();
  });
});

describe('a prompt with a sensitive word', () => {
  let gateway: Gateway;
  let upstream: ScriptedUpstream;
  let key: string;

  beforeAll(async () => {
    upstream = await ScriptedUpstream.start();
    gateway = await Gateway.start();
    const models = 'gpt-4o,text-embedding-3-small,dall-e-3,tts-1,text-moderation-latest,gpt-3.5-turbo';
    await gateway.addChannel({ type: 1, base_url: upstream.url, models });
    await gateway.addChannel({ type: 24, base_url: upstream.url, models: 'gemini-2.0-flash' });
    key = await gateway.addToken();
    await gateway.option('SensitiveWords', 'forbidden\n禁词');
    await gateway.settledEvents();
  });

  afterAll(async () => {
    await gateway?.close();
    await upstream?.close();
  });

  beforeEach(() => upstream.clear());

  const chat = (content: unknown, more: object = {}) => ({
    model: 'gpt-4o',
    messages: [{ role: 'user', content }],
    ...more,
  });

  test.each([
    ['/v1/chat/completions', chat('something FORBIDDEN')],
    ['/v1/chat/completions', chat([{ type: 'text', text: '有禁词' }])],
    ['/v1/chat/completions', { model: 'gpt-4o', messages: [{ role: 'system', content: 'forbidden' }] }],
    ['/v1/messages', chat('forbidden', { max_tokens: 5 })],
    ['/v1/messages', chat('hello', { max_tokens: 5, system: 'forbidden' })],
    ['/v1/responses', { model: 'gpt-4o', input: 'forbidden' }],
    [
      '/v1beta/models/gemini-2.0-flash:generateContent',
      { contents: [{ role: 'user', parts: [{ text: 'forbidden' }] }] },
    ],
    ['/v1/embeddings', { model: 'text-embedding-3-small', input: ['a', 'forbidden'] }],
    ['/v1/embeddings', { model: 'text-embedding-3-small', input: ['forb', 'idden'] }],
    ['/v1/moderations', { model: 'text-moderation-latest', input: 'forbidden' }],
    ['/v1/rerank', { model: 'gpt-3.5-turbo', query: 'a', documents: ['forbidden'] }],
    ['/v1/images/generations', { model: 'dall-e-3', prompt: 'forbidden' }],
    ['/v1/audio/speech', { model: 'tts-1', input: 'forbidden' }],
  ])('to %s is refused in the client’s words, free, and goes nowhere', async (path, body) => {
    const before = await gateway.quota();
    const answer = await gateway.relay(path, key, body);
    expect(answer.status).toBe(400);
    const text = await answer.text();
    expect(text).toContain('sensitive words detected');
    expect(text).not.toMatch(/forbidden|禁词/i);
    expect(upstream.requests).toHaveLength(0);
    expect(await gateway.quota()).toBe(before);
  });

  test('in a form is refused, too', async () => {
    const form = new FormData();
    form.set('model', 'dall-e-3');
    form.set('prompt', 'forbidden');
    form.set('image', new Blob([Buffer.alloc(100)]), 'a.png');
    expect((await gateway.relay('/v1/images/edits', key, form)).status).toBe(400);
  });

  test('does not stand in images, names or schemas', async () => {
    const answer = await gateway.relay('/v1/chat/completions', key, {
      ...chat([
        { type: 'text', text: 'hello' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,forbidden' } },
      ]),
      user: 'forbidden',
      tools: [{ type: 'function', function: { name: 'forbidden', parameters: { type: 'object' } } }],
    });
    expect(answer.status).toBe(200);
  });

  test.each(['CheckSensitiveEnabled', 'CheckSensitiveOnPromptEnabled'])(
    'is let through without %s',
    async (switched) => {
      await gateway.option(switched, 'false');
      await gateway.settledEvents();
      expect((await gateway.relay('/v1/chat/completions', key, chat('forbidden'))).status).toBe(200);
      await gateway.option(switched, 'true');
      await gateway.settledEvents();
    },
  );
});
