import type { ChaosConfig, LLMock } from '@copilotkit/aimock';
import { startAimock } from '../../doubles/aimock.js';
import { Gateway, type LogRow } from '../../setup/gateway.js';
import { OwnTime } from '../../setup/until.js';

/** A simulated provider that fails in every way it can, alone and beside one in good health. */
const START = 100_000_000;
const ANSWER = 'Hello from the simulated vendor.';
const LONG = Array.from({ length: 60 }, (_, index) => `sentence number ${index}`).join(', ');
const MAX_MODELS = 400;

let gateway: Gateway;
let flaky: LLMock;
let healthy: LLMock;
let key: string;

beforeAll(async () => {
  [flaky, healthy] = await Promise.all([startAimock(), startAimock()]);
  gateway = await Gateway.start();
  key = await gateway.addToken();
  const names = Array.from({ length: MAX_MODELS }, (_, index) => [`chaos-${index}`, 1]);
  await gateway.option('ModelRatio', JSON.stringify(Object.fromEntries(names)));
});

afterAll(async () => {
  await gateway?.close();
  await Promise.all([flaky?.stop(), healthy?.stop()]);
});

let models = 0;
let model: string;
beforeEach(async () => {
  for (const mock of [flaky, healthy]) {
    mock.clearChaos();
    mock.clearRequests();
  }
  model = `chaos-${models++}`;
  await gateway.option('RetryTimes', '3');
  await gateway.setQuota(START);
  await gateway.sql('DELETE FROM logs WHERE type = 2');
  await gateway.settledEvents();
});

/** Whatever happened: nobody paid for more or less than what the rows say, and nothing is held any more. */
afterEach(async () => {
  const rows = await gateway.logs();
  expect(START - (await gateway.quota())).toBe(rows.reduce((sum, { quota }) => sum + quota, 0));
  expect(await gateway.manage('GET', '/api/books')).toMatchObject({
    balanced: true,
    memory: { openHolds: 0 },
  });
});

const channel = (mock: LLMock, type: number, priority: number) =>
  gateway.addChannel({ type, base_url: mock.url, models: model, priority });

const question = [{ role: 'user', content: 'hello' }];
const clients = {
  chat: {
    path: () => '/v1/chat/completions',
    body: (stream: boolean) => ({ model, stream, messages: question }),
  },
  messages: {
    path: () => '/v1/messages',
    body: (stream: boolean) => ({ model, stream, max_tokens: 500, messages: question }),
  },
  responses: { path: () => '/v1/responses', body: (stream: boolean) => ({ model, stream, input: 'hello' }) },
  google: {
    path: (stream: boolean) =>
      `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: () => ({ contents: [{ role: 'user', parts: [{ text: 'hello' }] }] }),
  },
} as const;
type Client = keyof typeof clients;

async function ask(client: Client, stream: boolean): Promise<{ status: number; text: string }> {
  const { path, body } = clients[client];
  const answer = await gateway.relay(path(stream), key, body(stream));
  return { status: answer.status, text: await answer.text() };
}

/** The text of an answer, streamed or whole, in any of the protocols. */
function wordsOf(text: string): string {
  const bodies = text.startsWith('{')
    ? [text]
    : text
        .split('\n')
        .filter((line) => line.startsWith('data: {'))
        .map((line) => line.slice('data: '.length));
  return bodies.map((body) => spoken(JSON.parse(body) as AnswerBody)).join('');
}

interface AnswerBody {
  type?: string;
  delta?: string | { text?: string };
  text?: string;
  choices?: { delta?: { content?: string }; message?: { content?: string } }[];
  content?: { text?: string }[];
  output?: { content?: { text?: string }[] }[];
  candidates?: { content: { parts: { text?: string }[] } }[];
}

function spoken({ type, delta, choices, content, output, candidates }: AnswerBody): string {
  if (choices)
    return choices.map((choice) => choice.delta?.content ?? choice.message?.content ?? '').join('');
  if (candidates) return candidates.flatMap((one) => one.content.parts.map(({ text = '' }) => text)).join('');
  if (type === 'response.output_text.delta' && typeof delta === 'string') return delta;
  if (type === 'content_block_delta' && typeof delta === 'object') return delta.text ?? '';
  const parts = output ? output.flatMap((item) => item.content ?? []) : (content ?? []);
  return parts.map(({ text = '' }) => text).join('');
}

/** Is it an error as this client knows errors? */
function isError(client: Client, text: string): boolean {
  const { error, type } = JSON.parse(text) as { error?: Record<string, unknown>; type?: string };
  if (client === 'messages' && type !== 'error') return false;
  if (client === 'google' && typeof error?.code !== 'number') return false;
  return typeof error?.message === 'string' && error.message !== '';
}

const faults = (mock: LLMock) =>
  mock.getRequests().flatMap(({ response }) => (response?.chaosAction ? [response.chaosAction] : []));

const FAULTS: readonly (readonly [name: string, chaos: ChaosConfig, status: number])[] = [
  ['drop', { dropRate: 1 }, 500],
  ['malformed', { malformedRate: 1 }, 502],
  ['rateLimit', { rateLimitRate: 1 }, 429],
  ['disconnect', { disconnectRate: 1 }, 502],
];
const PROVIDERS = [1, 14, 24];

describe.each(FAULTS)('a provider that answers with %s', (name, chaos, status) => {
  test.each(PROVIDERS)(
    'alone (type %d) is an honest error in every protocol, and costs nothing',
    async (type) => {
      await gateway.option('RetryTimes', '0');
      await gateway.settledEvents();
      flaky.setChaos(chaos);
      for (const client of Object.keys(clients) as Client[])
        for (const stream of [false, true]) {
          model = `chaos-${models++}`;
          await channel(flaky, type, 0);
          const answer = await ask(client, stream);
          expect([client, stream, answer.status]).toEqual([client, stream, status]);
          expect(isError(client, answer.text)).toBe(true);
          expect(answer.text).not.toContain('127.0.0.1');
        }
      expect(new Set(faults(flaky))).toEqual(new Set([name]));
      expect(await gateway.logs()).toEqual([]);
    },
  );

  test('is left for one in good health, whatever the client speaks, and the client pays once', async () => {
    flaky.setChaos(chaos);
    await channel(flaky, 1, 10);
    await channel(healthy, 14, 0);
    let requests = 0;
    for (const client of Object.keys(clients) as Client[])
      for (const stream of [false, true]) {
        const answer = await ask(client, stream);
        expect([client, stream, answer.status, wordsOf(answer.text)]).toEqual([client, stream, 200, ANSWER]);
        requests++;
      }
    expect(faults(flaky)).toContain(name);
    expect(await gateway.logs()).toHaveLength(requests);
    // A failure that usually passes at once is worth one more request to the same channel.
    const attempts = name === 'malformed' ? 2 : 3;
    expect((await gateway.logs())[0]!.other).toMatchObject({ attempts });
  });
});

const MIXED: ChaosConfig = { dropRate: 0.2, malformedRate: 0.2, rateLimitRate: 0.2, disconnectRate: 0.2 };

async function askAtOnce(count: number): Promise<{ status: number; text: string }[]> {
  const kinds = Object.keys(clients) as Client[];
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      ask(kinds[index % kinds.length]!, Math.floor(index / kinds.length) % 2 === 0),
    ),
  );
}

test('beside one in good health, no rate of errors reaches a client', async () => {
  flaky.setChaos(MIXED);
  await channel(flaky, 1, 10);
  await channel(healthy, 1, 0);
  const answers = await askAtOnce(48);
  expect(answers.map(({ status, text }) => [status, wordsOf(text)])).toEqual(
    answers.map(() => [200, ANSWER]),
  );
  expect(faults(flaky).length).toBeGreaterThan(0);
  expect(await gateway.logs()).toHaveLength(answers.length);
});

test('alone, every answer is whole and paid for, or an error and free', async () => {
  await gateway.option('RetryTimes', '0');
  await gateway.settledEvents();
  flaky.setChaos(MIXED);
  await channel(flaky, 1, 0);
  const answers = await askAtOnce(48);
  const whole = answers.filter(({ status }) => status === 200);
  for (const { text } of whole) expect(wordsOf(text)).toBe(ANSWER);
  for (const { status } of answers) expect([200, 429, 500, 502, 503]).toContain(status);
  expect(await gateway.logs()).toHaveLength(whole.length);
});

describe('a stream that breaks off in its middle', () => {
  let cutting: LLMock;
  let whole: LLMock;
  beforeAll(async () => {
    [cutting, whole] = await Promise.all([startAimock(), startAimock()]);
    const first = (mock: LLMock, options: object) =>
      mock.prependFixture({
        match: { userMessage: /hello/ },
        response: { content: LONG },
        chunkSize: 20,
        ...options,
      });
    first(cutting, { truncateAfterChunks: 9, latency: 10 });
    first(whole, {});
  });
  afterAll(() => Promise.all([cutting?.stop(), whole?.stop()]));

  const theOnlyRow = async (): Promise<LogRow> => {
    const [row, ...more] = await gateway.logs();
    expect(more).toEqual([]);
    return row!;
  };

  test.each(['chat', 'messages', 'google'] as const)(
    'is finished by another channel, for %s',
    async (client) => {
      await channel(cutting, 1, 10);
      await channel(whole, 1, 0);
      const answer = await ask(client, true);
      expect(wordsOf(answer.text)).toBe(LONG);
      expect((await theOnlyRow()).other).toMatchObject({ attempts: 2, stream_status: { status: 'ok' } });
    },
  );

  test.each(['chat', 'messages', 'responses', 'google'] as const)(
    'is reported as broken where there is no other, and costs what came, for %s',
    async (client) => {
      await channel(cutting, 1, 0);
      const answer = await ask(client, true);
      expect(answer.status).toBe(200);
      const words = wordsOf(answer.text);
      expect(LONG.startsWith(words)).toBe(true);
      expect(words).not.toBe('');
      expect(words).not.toBe(LONG);
      expect(answer.text).toContain('"error"');
      const row = await theOnlyRow();
      expect(row.other).toMatchObject({ usage_source: 'estimated', stream_status: { status: 'error' } });
      expect(row.quota).toBeGreaterThan(0);
    },
  );

  test('is asked once more, then left, where the provider closes before the first word', async () => {
    flaky.setChaos({ disconnectRate: 1 });
    await channel(flaky, 14, 10);
    await channel(whole, 24, 0);
    const answer = await ask('messages', true);
    expect(wordsOf(answer.text)).toBe(LONG);
    expect((await theOnlyRow()).other).toMatchObject({ attempts: 3 });
  });
});

test('a provider that keeps everybody waiting is left for one that answers', async () => {
  await gateway.option('FirstTokenTimeout', '0.5');
  await gateway.settledEvents();
  flaky.setChaos({ latencyMs: 5000 });
  await channel(flaky, 1, 10);
  await channel(healthy, 1, 0);
  const time = new OwnTime();
  const answer = await ask('chat', true);
  expect(wordsOf(answer.text)).toBe(ANSWER);
  expect(time.stop()).toBeLessThan(4000);
  expect(await gateway.logs()).toHaveLength(1);
  await gateway.option('FirstTokenTimeout', '12');
});
