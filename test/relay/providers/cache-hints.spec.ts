import { StrictProvider } from '../../doubles/strict/strict-provider.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { anthropicViolations } from '../../doubles/strict/anthropic-rules.js';
import { Gateway } from '../../setup/gateway.js';

/** Sold by the public price list: cache writes cost 1.25, reads 0.1 of other input. */
const CLAUDE = 'claude-3-7-sonnet-20250219';
/** An alias of it. Nobody has set its price of cache reads, so they are charged like other input. */
const ALIAS = 'alias-of-claude';
/** Mapped to a model of OpenAI. */
const GPT = 'claude-haiku-4-5';
const cache_control = { type: 'ephemeral' };
const long = 'All work and no play. '.repeat(350);
const parameters = { type: 'object', properties: {} };

let gateway: Gateway;
let upstream: ScriptedUpstream;
let provider: StrictProvider;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  provider = await StrictProvider.start();
  gateway = await Gateway.start();
  await gateway.addChannel({
    type: 14,
    base_url: upstream.url,
    models: `${CLAUDE},${ALIAS}`,
    model_mapping: JSON.stringify({ [ALIAS]: CLAUDE }),
  });
  await gateway.addChannel({
    base_url: provider.url,
    models: GPT,
    model_mapping: JSON.stringify({ [GPT]: 'gpt-4o' }),
    setting: JSON.stringify({ endpoints: ['chat'] }),
  });
  // 1 quota a token of input, 5 of output.
  await gateway.sell({ [CLAUDE]: 1, [ALIAS]: 1, [GPT]: 1 });
  await gateway.option('CompletionRatio', JSON.stringify({ [CLAUDE]: 5, [ALIAS]: 5 }));
  await gateway.settledEvents();
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
  await provider?.close();
});

beforeEach(async () => {
  await gateway.setQuota(2_000_000_000);
  await gateway.sql('DELETE FROM logs WHERE type = 2');
  upstream.clear();
  provider.requests.length = 0;
});

const tool = { type: 'function', function: { name: 'f', parameters } };
const chat = (model: string) => ({
  model,
  messages: [
    { role: 'system', content: long },
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'two' },
    { role: 'user', content: 'three' },
  ],
  tools: [tool],
  prompt_cache_key: 'k',
});

describe('long conversations with Claude that are translated', () => {
  /** What reached the provider; it refuses what Anthropic refuses. */
  async function upstreamBody(path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
    const response = await gateway.relay(path, key, body);
    expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
    const { json = {}, headers } = upstream.last;
    expect(anthropicViolations(json, headers, { signatures: new Set() })).toEqual([]);
    return json;
  }
  const hintsIn = (body: object) => JSON.stringify(body).match(/"cache_control"/g)?.length ?? 0;

  test.each<[string, string, object]>([
    ['Chat Completions', '/v1/chat/completions', chat(CLAUDE)],
    [
      'Responses',
      '/v1/responses',
      {
        model: CLAUDE,
        instructions: long,
        input: chat(CLAUDE).messages.slice(1),
        tools: [{ type: 'function', name: 'f', parameters }],
        prompt_cache_key: 'k',
      },
    ],
    [
      'Gemini',
      `/v1beta/models/${CLAUDE}:generateContent`,
      {
        systemInstruction: { parts: [{ text: long }] },
        contents: ['one', 'two', 'three'].map((text, index) => ({
          role: index === 1 ? 'model' : 'user',
          parts: [{ text }],
        })),
        tools: [{ functionDeclarations: [{ name: 'f', parameters }] }],
      },
    ],
  ])('by %s get cache hints, and their cache is charged at its own prices', async (_, path, body) => {
    upstream.next({ answer: { usage: { input: 100, cacheRead: 2000, cacheWrite5m: 200, output: 7 } } });
    const sent = await upstreamBody(path, body);
    expect(sent).toMatchObject({
      system: [{ type: 'text', text: long, cache_control }],
      tools: [{ name: 'f', cache_control }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'one', cache_control }] },
        { role: 'assistant', content: [{ type: 'text', text: 'two' }] },
        { role: 'user', content: [{ type: 'text', text: 'three', cache_control }] },
      ],
    });
    expect(hintsIn(sent)).toBe(4);
    expect(JSON.stringify(sent)).not.toContain('prompt_cache');
    const [row] = await gateway.logs();
    expect(row!.quota).toBe(100 + 2000 * 0.1 + 200 * 1.25 + 7 * 5);
  });

  test('get none where the operator does not want them', async () => {
    await gateway.option('claude.cache_translated_conversations', 'false');
    await gateway.settledEvents();
    try {
      expect(hintsIn(await upstreamBody('/v1/chat/completions', chat(CLAUDE)))).toBe(0);
    } finally {
      await gateway.option('claude.cache_translated_conversations', 'true');
      await gateway.settledEvents();
    }
  });

  test('get none where a prefix that comes twice would cost more with them', async () => {
    expect(hintsIn(await upstreamBody('/v1/chat/completions', chat(ALIAS)))).toBe(0);
    await gateway.option('CacheRatio', JSON.stringify({ [ALIAS]: 0.1 }));
    await gateway.settledEvents();
    expect(hintsIn(await upstreamBody('/v1/chat/completions', chat(ALIAS)))).toBe(4);
  });

  test('get none where the balance is so small that it limits the answer', async () => {
    await gateway.setQuota(8000);
    const sent = await upstreamBody('/v1/chat/completions', chat(CLAUDE));
    expect(sent.max_tokens).toBeLessThan(2000);
    expect(hintsIn(sent)).toBe(0);
  });

  test('requests by Messages pass with the bytes of their client', async () => {
    const { model, messages } = chat(CLAUDE);
    const [, ...turns] = messages;
    const tools = [{ name: 'f', input_schema: parameters }];
    const body = JSON.stringify({ model, max_tokens: 100, system: long, tools, messages: turns });
    const response = await gateway.relay('/v1/messages', key, body);
    expect(response.status).toBe(200);
    expect(upstream.last.body.toString()).toBe(body);
  });
});

describe('cache hints in a chat whose model is mapped to one of OpenAI', () => {
  test('are left out where OpenAI refuses them; schemas and all other members stay', async () => {
    const schema = { type: 'object', properties: { cache_control: { type: 'string' } } };
    const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{"cache_control":1}' } };
    const text = { type: 'text', text: 'Say "cache_control".' };
    const definition = { name: 'f', parameters: schema };
    const response = await gateway.relay('/v1/chat/completions', key, {
      model: GPT,
      messages: [
        { role: 'system', content: 'S', cache_control },
        { cache_control, role: 'user', content: [{ ...text, cache_control }] },
        { role: 'assistant', content: null, cache_control, tool_calls: [{ ...call, cache_control }] },
        { role: 'tool', tool_call_id: 'c1', content: [{ cache_control, ...text }], cache_control },
      ],
      tools: [{ type: 'function', cache_control, function: { ...definition, cache_control } }],
    });
    const [received] = provider.requests;
    expect([response.status, received?.violations]).toEqual([200, []]);
    expect(received!.body).toEqual({
      model: 'gpt-4o',
      messages: [
        { role: 'system', content: 'S' },
        { role: 'user', content: [text] },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content: [text] },
      ],
      tools: [{ type: 'function', function: definition }],
    });
    expect(await response.text()).toContain('A short title');
  });
});
