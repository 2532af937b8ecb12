import { setTimeout as sleep } from 'node:timers/promises';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { Gateway } from '../setup/gateway.js';

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  key = await gateway.addToken();
}, 60_000);

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

let models = 0;
let model: string;
beforeEach(async () => {
  upstream.clear();
  model = `limited-${++models}`;
  const rows = await gateway.manage<{ key: string; value: string }[]>('GET', '/api/option/');
  const ratios = JSON.parse(rows.find((row) => row.key === 'ModelRatio')!.value) as Record<string, number>;
  await gateway.option('ModelRatio', JSON.stringify({ ...ratios, [model]: 1 }));
  await gateway.option('RetryTimes', '0');
  await gateway.settledEvents();
});

const ask = (text = 'hello', extra: object = {}) =>
  gateway.relay('/v1/chat/completions', key, {
    model,
    messages: [{ role: 'user', content: text }],
    ...extra,
  });

/** Keys the upstream was asked with, in order. */
const asked = () => upstream.requests.map(({ headers }) => headers.authorization?.replace('Bearer ', ''));

const channel = (name: string, setting: object, extra: object = {}) =>
  gateway.addChannel({
    key: name,
    base_url: upstream.url,
    models: model,
    setting: JSON.stringify(setting),
    ...extra,
  });

/** Asks until the answer is this: places are given back a moment after an answer. */
async function soon(status: number, more: object = {}): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const answer = await ask('hello', more);
    if (answer.status === status) return;
    if (tries === 40) expect(answer.status).toBe(status);
    await sleep(50);
  }
}

describe('limits of a channel', () => {
  test('a channel at its requests per minute is skipped without using up a retry', async () => {
    await channel('first', { limits: { requests_per_minute: 2 } }, { priority: 10 });
    await channel('second', {});
    for (let i = 0; i < 4; i++) expect((await ask()).status).toBe(200);
    expect(asked()).toEqual(['first', 'first', 'second', 'second']);
  });

  test('where all are full the client is told when to come back, and pays nothing', async () => {
    await channel('only', { limits: { requests_per_minute: 1 } });
    expect((await ask()).status).toBe(200);
    const before = await gateway.quota();
    const answer = await ask();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(upstream.requests).toHaveLength(1);
    expect(await gateway.quota()).toBe(before);
  });

  test('of fifty requests at once a channel for three gets three', async () => {
    await channel('only', { limits: { concurrency: 3 } });
    // Longer than the slowest machine takes to refuse the others.
    upstream.otherwise = { headersAfterMs: 2000 };
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(`number ${index}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(47);
    upstream.otherwise = 'plain';
    await soon(200);
  });

  test('what is not used of the estimate is given back', async () => {
    await channel('only', { limits: { tokens_per_minute: 1000 } });
    for (let i = 0; i < 5; i++) {
      await soon(200, { max_tokens: 900 });
    }
    expect((await ask('hello', { max_tokens: 5000 })).status).toBe(429);
  });

  test('a failed request leaves its place, and its tokens', async () => {
    await channel('only', { limits: { concurrency: 1, tokens_per_minute: 500 } });
    upstream.next('server-error', 'server-error');
    for (let i = 0; i < 2; i++) expect((await ask('hello', { max_tokens: 400 })).status).toBe(500);
    await soon(200, { max_tokens: 400 });
  });

  test('a channel that spent its day is full', async () => {
    await channel('only', { limits: { daily_quota: 10 } });
    expect((await ask()).status).toBe(200);
    await soon(429);
  });

  test('a limit that is no number is refused', async () => {
    await expect(channel('only', { limits: { concurrency: 'many' } })).rejects.toThrow();
  });
});

describe('the same conversation', () => {
  test('stays with its channel while others are spread', async () => {
    await channel('one', {});
    await channel('two', {});
    const turns = [{ role: 'user', content: 'a long beginning '.repeat(200) }];
    for (let i = 0; i < 6; i++) {
      await (await ask('', { messages: turns })).text();
      turns.push({ role: 'assistant', content: 'yes' }, { role: 'user', content: `and ${i}?` });
    }
    expect(new Set(asked()).size).toBe(1);
    upstream.clear();
    for (let i = 0; i < 40; i++) await (await ask(`other ${i}`)).text();
    expect(new Set(asked()).size).toBe(2);
  });
});

describe('a channel that fails again and again', () => {
  test('is left alone while another is in order', async () => {
    await channel('broken', {}, { priority: 10 });
    await channel('sound', {});
    await gateway.option('RetryTimes', '1');
    await gateway.settledEvents();
    upstream.otherwise = 'plain';
    for (let i = 0; i < 5; i++) {
      upstream.next('server-error', 'plain');
      expect((await ask(`number ${i}`)).status).toBe(200);
    }
    upstream.clear();
    for (let i = 0; i < 5; i++) expect((await ask(`again ${i}`)).status).toBe(200);
    expect(asked()).toEqual(Array(5).fill('sound'));
  });

  test('is asked all the same where it is the only one', async () => {
    await channel('only', {});
    upstream.otherwise = 'server-error';
    for (let i = 0; i < 8; i++) expect((await ask()).status).toBe(500);
    upstream.otherwise = 'plain';
    expect((await ask()).status).toBe(200);
  });
});

describe('a vendor that says when to come back', () => {
  test('is waited for when it is soon', async () => {
    await channel('only', {});
    await gateway.option('RetryTimes', '1');
    await gateway.settledEvents();
    upstream.next(
      { refuse: { status: 429, message: 'slow down', headers: { 'retry-after': '1' } } },
      'plain',
    );
    const startedAt = Date.now();
    expect((await ask()).status).toBe(200);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(950);
  });

  test('is not waited for when it is late: the client hears it', async () => {
    await channel('only', {});
    await gateway.option('RetryTimes', '3');
    await gateway.settledEvents();
    upstream.next({ refuse: { status: 429, message: 'slow down', headers: { 'retry-after': '60' } } });
    const startedAt = Date.now();
    const answer = await ask();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
    expect(Date.now() - startedAt).toBeLessThan(900);
    expect(upstream.requests).toHaveLength(1);
  });
});

test('a silent channel is left for another within its time to the first word, and not asked again', async () => {
  await channel('silent', { first_token_timeout: 0.5 }, { priority: 10 });
  await channel('sound', {});
  await gateway.option('RetryTimes', '3');
  await gateway.settledEvents();
  upstream.next({ connection: 'silent' }, 'plain');
  const startedAt = Date.now();
  const answer = await ask('hello', { stream: true });
  expect(await answer.text()).toContain('[DONE]');
  expect(asked()).toEqual(['silent', 'sound']);
  expect(Date.now() - startedAt).toBeLessThan(3000);
});
