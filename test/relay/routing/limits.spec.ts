import { allAtOnce } from '../../setup/all-at-once.js';
import { OwnTime, until } from '../../setup/until.js';
import { TestGateway } from '../../setup/test-gateway.js';

const app = TestGateway.forAllTests();

beforeEach(async () => {
  await app.gateway.option('RetryTimes', '0');
  await app.freshModel();
});

/** Asks until the answer is this: places are given back a moment after an answer. */
async function soon(status: number, more: object = {}): Promise<void> {
  let last: number;
  await until(
    async () => (last = (await app.ask('hello', more)).status) === status,
    () => `an answer of ${status} instead of ${last}`,
  );
}

describe('limits of a channel', () => {
  test('a channel at its requests per minute is skipped without using up a retry', async () => {
    await app.addChannel('first', { setting: { limits: { requests_per_minute: 2 } }, priority: 10 });
    await app.addChannel('second');
    for (let i = 0; i < 4; i++) expect((await app.ask()).status).toBe(200);
    expect(app.requestedKeys()).toEqual(['first', 'first', 'second', 'second']);
  });

  test('if all are full, the client gets Retry-After and pays nothing', async () => {
    await app.addChannel('only', { setting: { limits: { requests_per_minute: 1 } } });
    expect((await app.ask()).status).toBe(200);
    const before = await app.gateway.quota();
    const answer = await app.ask();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(app.upstream.requests).toHaveLength(1);
    expect(await app.gateway.quota()).toBe(before);
  });

  test('of fifty requests at once a channel for three gets three', async () => {
    await app.addChannel('only', { setting: { limits: { concurrency: 3 } } });
    const answers = await allAtOnce(app.upstream, 50, (index) => app.ask(`number ${index}`));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(47);
    await soon(200);
  });

  test('what is not used of the estimate is given back', async () => {
    await app.addChannel('only', { setting: { limits: { tokens_per_minute: 1000 } } });
    for (let i = 0; i < 5; i++) {
      await soon(200, { max_tokens: 900 });
    }
    expect((await app.ask('hello', { max_tokens: 5000 })).status).toBe(429);
  });

  test('a failed request leaves its place, and its tokens', async () => {
    await app.addChannel('only', { setting: { limits: { concurrency: 1, tokens_per_minute: 500 } } });
    app.upstream.next('server-error', 'server-error');
    for (let i = 0; i < 2; i++) expect((await app.ask('hello', { max_tokens: 400 })).status).toBe(500);
    await soon(200, { max_tokens: 400 });
  });

  test('a channel that spent its day is full', async () => {
    await app.addChannel('only', { setting: { limits: { daily_quota: 10 } } });
    expect((await app.ask()).status).toBe(200);
    await soon(429);
  });

  test('a limit that is no number is refused', async () => {
    await expect(app.addChannel('only', { setting: { limits: { concurrency: 'many' } } })).rejects.toThrow();
  });
});

describe('the same conversation', () => {
  test('stays with its channel while others are spread', async () => {
    await app.addChannel('one');
    await app.addChannel('two');
    const turns = [{ role: 'user', content: 'a long beginning '.repeat(200) }];
    for (let i = 0; i < 6; i++) {
      await (await app.ask('', { messages: turns })).text();
      turns.push({ role: 'assistant', content: 'yes' }, { role: 'user', content: `and ${i}?` });
    }
    expect(new Set(app.requestedKeys()).size).toBe(1);
    app.upstream.clear();
    for (let i = 0; i < 40; i++) await (await app.ask(`other ${i}`)).text();
    expect(new Set(app.requestedKeys()).size).toBe(2);
  });
});

describe('a channel that fails again and again', () => {
  test('is left alone while another is in order', async () => {
    await app.addChannel('broken', { priority: 10 });
    await app.addChannel('sound');
    await app.gateway.option('RetryTimes', '1');
    await app.gateway.settledEvents();
    app.upstream.otherwise = 'plain';
    for (let i = 0; i < 5; i++) {
      app.upstream.next('overloaded', 'plain');
      expect((await app.ask(`number ${i}`)).status).toBe(200);
    }
    app.upstream.clear();
    for (let i = 0; i < 5; i++) expect((await app.ask(`again ${i}`)).status).toBe(200);
    expect(app.requestedKeys()).toEqual(Array(5).fill('sound'));
  });

  test('is asked all the same where it is the only one', async () => {
    await app.addChannel('only');
    app.upstream.otherwise = 'server-error';
    for (let i = 0; i < 8; i++) expect((await app.ask()).status).toBe(500);
    app.upstream.otherwise = 'plain';
    expect((await app.ask()).status).toBe(200);
  });
});

describe('a provider that says when to come back', () => {
  test('is waited for when it is soon', async () => {
    await app.addChannel('only');
    await app.gateway.option('RetryTimes', '1');
    await app.gateway.settledEvents();
    app.upstream.next(
      { refuse: { status: 429, message: 'slow down', headers: { 'retry-after': '1' } } },
      'plain',
    );
    const startedAt = Date.now();
    expect((await app.ask()).status).toBe(200);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(950);
  });

  test('is not waited for when it is late: the client hears it', async () => {
    await app.addChannel('only');
    await app.gateway.option('RetryTimes', '3');
    await app.gateway.settledEvents();
    app.upstream.next({ refuse: { status: 429, message: 'slow down', headers: { 'retry-after': '60' } } });
    const time = new OwnTime();
    const answer = await app.ask();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
    expect(time.stop()).toBeLessThan(900);
    expect(app.upstream.requests).toHaveLength(1);
  });
});

test('a silent channel is left for another within its time to the first word, and not asked again', async () => {
  await app.addChannel('silent', { setting: { first_token_timeout: 0.5 }, priority: 10 });
  await app.addChannel('sound');
  await app.gateway.option('RetryTimes', '3');
  await app.gateway.settledEvents();
  app.upstream.next({ connection: 'silent' }, 'plain');
  const time = new OwnTime();
  const answer = await app.ask('hello', { stream: true });
  expect(await answer.text()).toContain('[DONE]');
  expect(app.requestedKeys()).toEqual(['silent', 'sound']);
  expect(time.stop()).toBeLessThan(3000);
});
