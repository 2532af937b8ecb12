import { MeteredProvider } from '../../doubles/metered-provider.js';
import { Gateway } from '../../setup/gateway.js';

/**
 * Whatever a request refers to, offers or multiplies, its cost is held before it is sent: users that ask for far more than they
 * have, at once, are charged for everything that is served.
 */
const MINI = 'gpt-4o-mini';
const CHAT = 'gpt-4o';
const AUDIO = 'gpt-4o-audio-preview';
const CLAUDE = 'claude-3-7-sonnet-20250219';
const GEMINI = 'gemini-2.5-flash';
const COMPLETIONS = 'gpt-3.5-turbo-instruct';
/** Models of channels that override the client's parameters. */
const OVERRIDDEN = {
  'gpt-4o-2024-05-13': { n: 40 },
  'gpt-4o-2024-08-06': { max_tokens: 200_000 },
  'gpt-4o-2024-11-20': { max_tokens: null, max_completion_tokens: 0 },
  'gemini-2.0-flash': { generationConfig: { candidateCount: 8 } },
  'gemini-2.0-flash-001': { generation_config: { candidate_count: 8 } },
  'gpt-4.1-mini': { tools: [{ type: 'web_search' }] },
} as const;
type Overridden = keyof typeof OVERRIDDEN;

/** Quota units of a token of input; output costs four times as much on all models but those of Gemini and Claude. */
const RATIO = 10;
const MILLION = 1_000_000;
const AMPLE = 2_000 * MILLION;

let gateway: Gateway;
let provider: MeteredProvider;
let key: string;

beforeAll(async () => {
  provider = await MeteredProvider.start();
  gateway = await Gateway.start();
  const base_url = provider.url;
  await gateway.addChannel({ base_url, models: [MINI, CHAT, AUDIO, COMPLETIONS].join(',') });
  await gateway.addChannel({ type: 14, base_url, models: CLAUDE });
  await gateway.addChannel({ type: 24, base_url, models: GEMINI });
  for (const [model, override] of Object.entries(OVERRIDDEN)) {
    const type = model.startsWith('gemini') ? 24 : 1;
    await gateway.addChannel({ type, base_url, models: model, param_override: JSON.stringify(override) });
  }
  const models = [MINI, CHAT, AUDIO, COMPLETIONS, CLAUDE, GEMINI, ...Object.keys(OVERRIDDEN)];
  await gateway.sell(Object.fromEntries(models.map((model) => [model, RATIO])));
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  await provider?.close();
});

beforeEach(async () => {
  await gateway.quiet();
  await gateway.sql('DELETE FROM logs WHERE type = 2');
  provider.requests.length = 0;
});

interface Case {
  path: string;
  body: object | string;
  /** Balance for which at least one request is served; each is also asked with one that is too small. */
  enough: number;
}

const produce = (tokens: number) => ({ type: 'text', text: `produce ${tokens}` });
const chat = (model: string, content: unknown, more: object = {}): Pick<Case, 'path' | 'body'> => ({
  path: '/v1/chat/completions',
  body: { model, messages: [{ role: 'user', content }], ...more },
});
const responses = (content: object[], more: object = {}): Pick<Case, 'path' | 'body'> => ({
  path: '/v1/responses',
  body: { model: MINI, max_output_tokens: 100, input: [{ role: 'user', content }], ...more },
});
const messages = (content: object[], more: object = {}): Pick<Case, 'path' | 'body'> => ({
  path: '/v1/messages',
  body: { model: CLAUDE, max_tokens: 100, messages: [{ role: 'user', content }], ...more },
});
const gemini = (parts: object[], model: string = GEMINI, more: object = {}): Pick<Case, 'path' | 'body'> => ({
  path: `/v1beta/models/${model}:generateContent`,
  body: { contents: [{ role: 'user', parts }], generationConfig: { maxOutputTokens: 100 }, ...more },
});
const image = { type: 'image_url', image_url: { url: 'https://a.example/b.png' } };
/** A minute at 8 kbit/s. */
const speech = Buffer.alloc(60_000, 255).toString('base64');

const cases: Record<string, Case> = {
  'a video on YouTube in Gemini': {
    ...gemini([{ fileData: { fileUri: 'https://www.youtube.com/watch?v=a' } }, { text: 'x' }]),
    enough: 12 * MILLION,
  },
  'the same with an escaped name': {
    path: `/v1beta/models/${GEMINI}:generateContent`,
    body: '{"contents":[{"parts":[{"file\\u0044ata":{"file\\u0055ri":"https://www.youtube.com/watch?v=a"}}]}],"generationConfig":{"maxOutputTokens":20}}',
    enough: 12 * MILLION,
  },
  'a file by id in chat': {
    ...chat(CHAT, [{ type: 'file', file: { file_id: 'file-1' } }, produce(50)], { max_tokens: 100 }),
    enough: 3 * MILLION,
  },
  'a PDF by address in Responses': {
    ...responses([{ type: 'input_file', file_url: 'https://a.example/b.pdf' }]),
    enough: 3 * MILLION,
  },
  'a document by address in Messages': {
    ...messages([{ type: 'document', source: { type: 'url', url: 'https://a.example/b.pdf' } }]),
    enough: 5 * MILLION,
  },
  'a stored conversation': { ...responses([produce(50)], { conversation: 'conv_1' }), enough: 3 * MILLION },
  'two images by address on gpt-4o-mini': { ...chat(MINI, [image, image, produce(50)]), enough: 3 * MILLION },
  'twenty images by address': {
    ...chat(CHAT, [...Array.from({ length: 20 }, () => image), produce(50)]),
    enough: 400_000,
  },
  'an image with low detail': {
    ...chat(MINI, [{ ...image, image_url: { ...image.image_url, detail: 'low' } }, produce(50)], {
      max_tokens: 60,
    }),
    enough: 60_000,
  },
  'a minute of speech': {
    ...chat(AUDIO, [{ type: 'input_audio', input_audio: { data: speech, format: 'mp3' } }, produce(20)], {
      max_tokens: 100,
    }),
    enough: 400_000,
  },
  'a search in Responses': {
    ...responses([{ type: 'input_text', text: 'search 9, produce 50' }], { tools: [{ type: 'web_search' }] }),
    enough: 150_000,
  },
  'a search in Messages': {
    ...messages([{ type: 'text', text: 'search 5, produce 50' }], {
      tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 5 }],
    }),
    enough: 200_000,
  },
  'a search in Gemini': {
    ...gemini([{ text: 'search 4, produce 50' }], GEMINI, { tools: [{ googleSearch: {} }] }),
    enough: 100_000,
  },
  'a map in Gemini': {
    ...gemini([{ text: 'search 4, produce 50' }], GEMINI, { tools: [{ googleMaps: {} }] }),
    enough: 100_000,
  },
  'a container with 64 GB of memory': {
    ...responses([{ type: 'input_text', text: 'run code, produce 50' }], {
      tools: [{ type: 'code_interpreter', container: { type: 'auto', memory_limit: '64g' } }],
    }),
    enough: MILLION,
  },
  'a search that a channel adds': {
    path: '/v1/responses',
    body: {
      model: 'gpt-4.1-mini' satisfies Overridden,
      max_output_tokens: 100,
      input: 'search 4, produce 50',
    },
    enough: 900_000,
  },
  'a channel that asks for 40 answers': {
    ...chat('gpt-4o-2024-05-13' satisfies Overridden, 'produce 300', { max_tokens: 300 }),
    enough: 600_000,
  },
  'a channel that asks for 8 candidates': {
    ...gemini([{ text: 'produce 900' }], 'gemini-2.0-flash' satisfies Overridden),
    enough: 400_000,
  },
  'the same in the other spelling': {
    ...gemini([{ text: 'produce 900' }], 'gemini-2.0-flash-001' satisfies Overridden),
    enough: 60_000,
  },
  'a channel that raises the limit above the model’s own': {
    ...chat('gpt-4o-2024-08-06' satisfies Overridden, 'produce 150000'),
    enough: 3 * MILLION,
  },
  'a channel that removes the limit': {
    ...chat('gpt-4o-2024-11-20' satisfies Overridden, 'produce 9000', { max_tokens: 20 }),
    enough: MILLION,
  },
  'a limit that is given twice': {
    path: '/v1/chat/completions',
    body: `{"model":"${CHAT}","max_tokens":16000,"messages":[{"role":"user","content":"produce 16000"}],"max_tokens":20}`,
    enough: 50_000,
  },
  'a number of answers that is given twice, escaped': {
    path: '/v1/chat/completions',
    body: `{"model":"${CHAT}","n":10,"max_tokens":100,"messages":[{"role":"user","content":"produce 900"}],"\\u006e":1}`,
    enough: 50_000,
  },
  'a config that is given twice': {
    path: `/v1beta/models/${GEMINI}:generateContent`,
    body: '{"generationConfig":{"maxOutputTokens":16000},"contents":[{"parts":[{"text":"produce 16000"}]}],"generationConfig":{"maxOutputTokens":20}}',
    enough: 50_000,
  },
  'a limit that is given twice in the config': {
    path: `/v1beta/models/${GEMINI}:generateContent`,
    body: '{"generationConfig":{"maxOutputTokens":16000,"maxOutputTokens":20},"contents":[{"parts":[{"text":"produce 16000"}]}]}',
    enough: 50_000,
  },
  'a best_of that is given twice': {
    path: '/v1/completions',
    body: `{"model":"${COMPLETIONS}","best_of":20,"max_tokens":100,"prompt":"produce 900","best_of":1}`,
    enough: 50_000,
  },
};

async function ask({ path, body }: Case): Promise<number> {
  const response = await gateway.relay(path, key, body);
  await response.text();
  return response.status;
}

describe.each(Object.entries(cases))('%s', (_name, one) => {
  test.each([
    ['a little', 0.1, 8],
    ['enough for one', 1, 16],
    ['enough for some', 3, 24],
  ])('with a balance of %s, everything that is served is paid', async (_balance, times, parallel) => {
    const balance = Math.floor(times * one.enough);
    await gateway.setQuota(balance);
    const statuses = await Promise.all(Array.from({ length: parallel }, () => ask(one)));
    expect(statuses.filter((status) => ![200, 402, 403].includes(status))).toEqual([]);
    if (balance >= one.enough) expect(statuses).toContain(200);
    const rows = await gateway.logs();
    expect(rows.filter(({ other }) => other.uncollected)).toEqual([]);
    // Nor is less charged than the provider bills.
    expect(rows.filter(({ other }) => other.usage_capped)).toEqual([]);
    const left = await gateway.quota();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(balance - left).toBe(rows.reduce((sum, { quota: charged }) => sum + charged, 0));
  });

  test('with an ample balance it is neither refused nor limited', async () => {
    await gateway.setQuota(AMPLE);
    expect(await ask(one)).toBe(200);
    const [row] = await gateway.logs();
    expect(row!.other).not.toHaveProperty('output_limit');
    expect(row!.other).not.toHaveProperty('tool_limit');
    expect(row!.other).not.toHaveProperty('usage_capped');
  });
});

describe('the calls that the hold pays for are the limit that is sent', () => {
  test('in Responses', async () => {
    await gateway.setQuota(250_000);
    expect(await ask(cases['a search in Responses']!)).toBe(200);
    const calls = Number(provider.requests[0]!.max_tool_calls);
    expect(calls).toBeGreaterThan(0);
    expect(calls).toBeLessThan(10);
  });

  test('in Messages, where a smaller one of the client stays', async () => {
    await gateway.setQuota(250_000);
    const [five, one] = [5, 1].map((max_uses) => ({
      ...messages([{ type: 'text', text: 'search 5' }], {
        tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses }],
      }),
      enough: 0,
    }));
    expect([await ask(five!), await ask(one!)]).toEqual([200, 200]);
    const uses = provider.requests.map(({ tools }) => (tools as { max_uses: number }[])[0]!.max_uses);
    expect(uses[0]).toBeGreaterThan(0);
    expect(uses[0]).toBeLessThan(5);
    expect(uses[1]).toBe(1);
  });
});

test('a follow-up of a stored response is held by the length of the conversation, not by the context window', async () => {
  await gateway.setQuota(AMPLE);
  const first = await gateway.relay('/v1/responses', key, { model: MINI, input: 'produce 100' });
  const { id } = (await first.json()) as { id: string };
  await gateway.setQuota(400_000);
  const body = { model: MINI, input: 'produce 10', previous_response_id: id, max_output_tokens: 20 };
  const followUp = await gateway.relay('/v1/responses', key, body);
  expect(followUp.status).toBe(200);
  const [, row] = await gateway.logs();
  expect(row!.other.held).toBeLessThan(10_000);
});
