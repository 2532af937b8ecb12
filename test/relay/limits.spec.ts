import { allAtOnce } from '../setup/all-at-once.js';
import { OwnTime, until } from '../setup/patience.js';
import { TestHouse } from '../setup/test-house.js';

const house = TestHouse.forAllTests();

beforeEach(async () => {
  await house.gateway.option('RetryTimes', '0');
  await house.freshModel();
});

/** Asks until the answer is this: places are given back a moment after an answer. */
async function soon(status: number, more: object = {}): Promise<void> {
  let last: number;
  await until(
    async () => (last = (await house.ask('hello', more)).status) === status,
    () => `an answer of ${status} instead of ${last}`,
  );
}

describe('limits of a channel', () => {
  test('a channel at its requests per minute is skipped without using up a retry', async () => {
    await house.addChannel('first', { setting: { limits: { requests_per_minute: 2 } }, priority: 10 });
    await house.addChannel('second');
    for (let i = 0; i < 4; i++) expect((await house.ask()).status).toBe(200);
    expect(house.asked()).toEqual(['first', 'first', 'second', 'second']);
  });

  test('where all are full the client is told when to come back, and pays nothing', async () => {
    await house.addChannel('only', { setting: { limits: { requests_per_minute: 1 } } });
    expect((await house.ask()).status).toBe(200);
    const before = await house.gateway.quota();
    const answer = await house.ask();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(house.upstream.requests).toHaveLength(1);
    expect(await house.gateway.quota()).toBe(before);
  });

  test('of fifty requests at once a channel for three gets three', async () => {
    await house.addChannel('only', { setting: { limits: { concurrency: 3 } } });
    const answers = await allAtOnce(house.upstream, 50, (index) => house.ask(`number ${index}`));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(47);
    await soon(200);
  });

  test('what is not used of the estimate is given back', async () => {
    await house.addChannel('only', { setting: { limits: { tokens_per_minute: 1000 } } });
    for (let i = 0; i < 5; i++) {
      await soon(200, { max_tokens: 900 });
    }
    expect((await house.ask('hello', { max_tokens: 5000 })).status).toBe(429);
  });

  test('a failed request leaves its place, and its tokens', async () => {
    await house.addChannel('only', { setting: { limits: { concurrency: 1, tokens_per_minute: 500 } } });
    house.upstream.next('server-error', 'server-error');
    for (let i = 0; i < 2; i++) expect((await house.ask('hello', { max_tokens: 400 })).status).toBe(500);
    await soon(200, { max_tokens: 400 });
  });

  test('a channel that spent its day is full', async () => {
    await house.addChannel('only', { setting: { limits: { daily_quota: 10 } } });
    expect((await house.ask()).status).toBe(200);
    await soon(429);
  });

  test('a limit that is no number is refused', async () => {
    await expect(
      house.addChannel('only', { setting: { limits: { concurrency: 'many' } } }),
    ).rejects.toThrow();
  });
});

describe('the same conversation', () => {
  test('stays with its channel while others are spread', async () => {
    await house.addChannel('one');
    await house.addChannel('two');
    const turns = [{ role: 'user', content: 'a long beginning '.repeat(200) }];
    for (let i = 0; i < 6; i++) {
      await (await house.ask('', { messages: turns })).text();
      turns.push({ role: 'assistant', content: 'yes' }, { role: 'user', content: `and ${i}?` });
    }
    expect(new Set(house.asked()).size).toBe(1);
    house.upstream.clear();
    for (let i = 0; i < 40; i++) await (await house.ask(`other ${i}`)).text();
    expect(new Set(house.asked()).size).toBe(2);
  });
});

describe('a channel that fails again and again', () => {
  test('is left alone while another is in order', async () => {
    await house.addChannel('broken', { priority: 10 });
    await house.addChannel('sound');
    await house.gateway.option('RetryTimes', '1');
    await house.gateway.settledEvents();
    house.upstream.otherwise = 'plain';
    for (let i = 0; i < 5; i++) {
      house.upstream.next('overloaded', 'plain');
      expect((await house.ask(`number ${i}`)).status).toBe(200);
    }
    house.upstream.clear();
    for (let i = 0; i < 5; i++) expect((await house.ask(`again ${i}`)).status).toBe(200);
    expect(house.asked()).toEqual(Array(5).fill('sound'));
  });

  test('is asked all the same where it is the only one', async () => {
    await house.addChannel('only');
    house.upstream.otherwise = 'server-error';
    for (let i = 0; i < 8; i++) expect((await house.ask()).status).toBe(500);
    house.upstream.otherwise = 'plain';
    expect((await house.ask()).status).toBe(200);
  });
});

describe('a vendor that says when to come back', () => {
  test('is waited for when it is soon', async () => {
    await house.addChannel('only');
    await house.gateway.option('RetryTimes', '1');
    await house.gateway.settledEvents();
    house.upstream.next(
      { refuse: { status: 429, message: 'slow down', headers: { 'retry-after': '1' } } },
      'plain',
    );
    const startedAt = Date.now();
    expect((await house.ask()).status).toBe(200);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(950);
  });

  test('is not waited for when it is late: the client hears it', async () => {
    await house.addChannel('only');
    await house.gateway.option('RetryTimes', '3');
    await house.gateway.settledEvents();
    house.upstream.next({ refuse: { status: 429, message: 'slow down', headers: { 'retry-after': '60' } } });
    const time = new OwnTime();
    const answer = await house.ask();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
    expect(time.stop()).toBeLessThan(900);
    expect(house.upstream.requests).toHaveLength(1);
  });
});

test('a silent channel is left for another within its time to the first word, and not asked again', async () => {
  await house.addChannel('silent', { setting: { first_token_timeout: 0.5 }, priority: 10 });
  await house.addChannel('sound');
  await house.gateway.option('RetryTimes', '3');
  await house.gateway.settledEvents();
  house.upstream.next({ connection: 'silent' }, 'plain');
  const time = new OwnTime();
  const answer = await house.ask('hello', { stream: true });
  expect(await answer.text()).toContain('[DONE]');
  expect(house.asked()).toEqual(['silent', 'sound']);
  expect(time.stop()).toBeLessThan(3000);
});
