import { setTimeout as sleep } from 'node:timers/promises';
import { ANSWER, FailingProvider, type Fault } from '../../doubles/failing-provider.js';
import { Gateway } from '../../setup/gateway.js';
import { OwnTime } from '../../setup/until.js';
import { verdictOf, type Call, type Verdict } from '../../setup/failover-verdict.js';

/**
 * Sixteen ways in which a provider fails, each seen by a client of a gateway with a channel `primary` and a channel
 * `fallback`, streamed and not. `FAILOVER_PROFILE=full` (`npm run failover`) runs them three times with the times of real
 * providers and of a usual configuration; the tests have shorter ones in the same proportions.
 */
const FULL = process.env.FAILOVER_PROFILE === 'full';
const SCALE = FULL ? 10 : 2;
const RUNS = FULL ? 3 : 1;
/** Milliseconds between the first requests of two scenarios. */
const APART_MS = FULL ? 500 : 20;
const TIMES = {
  // The smallest that a Retry-After header can order besides one second.
  retryAfter: 2,
  slowFirstToken: 2 * SCALE,
  stall: 3 * SCALE,
  silence: 12 * SCALE,
  down: FULL ? 60 : 8,
  wordMs: FULL ? 15 : 1,
};
const LIMIT = String(FULL ? 30 : 6);
/** Requests while a provider is down and after it has come back, and seconds between them. */
const SEQUENCE = FULL ? { count: 20, intervalS: 4 } : { count: 20, intervalS: 1 };
/** Seconds within which a provider that works again must have been asked. */
const RECOVERY_S = FULL ? 30 : 8;

const FAULTS: readonly Fault[] = [
  'rate-limit-once',
  'rate-limit-always',
  'error-once',
  'overloaded-always',
  'reset-once',
  'silent',
  'slow-first-token',
  'cut',
  'stall',
  'malformed-event',
  'no-end-marker',
  'too-long',
  'content-filter',
  'down-for-a-while',
];
/** The same fault, judged by something else: a fallback that refuses to go on from a beginning, and what is reported. */
const VARIANTS = ['cut.fallback-without-prefill', 'overloaded-always.reported'] as const;

let gateway: Gateway;
let provider: FailingProvider;
let key: string;

const cells = Array.from({ length: RUNS }, (_, run) =>
  [...FAULTS, ...VARIANTS].flatMap((scenario) =>
    [true, false].map((stream) => ({
      scenario,
      stream,
      model: `${scenario}.${stream ? 'streamed' : 'whole'}.${run + 1}`,
    })),
  ),
).flat();

beforeAll(async () => {
  provider = await FailingProvider.start(TIMES);
  gateway = await Gateway.start({
    FIRST_TOKEN_TIMEOUT: LIMIT,
    STREAMING_TIMEOUT: LIMIT,
    RELAY_TIMEOUT: LIMIT,
    GLOBAL_API_RATE_LIMIT: '0',
  });
  key = await gateway.addToken();
  const models = cells.map(({ model }) => model);
  await gateway.sell(Object.fromEntries([...models, 'healthy'].map((model) => [model, 1])));
  await gateway.option('RetryTimes', '2');
  for (const option of ['FirstTokenTimeout', 'FirstByteTimeout'])
    await gateway.option(option, String(1.2 * SCALE));
  const tooLong = models.filter((model) => model.startsWith('too-long'));
  await gateway.option(
    'LargerContextModels',
    JSON.stringify(Object.fromEntries(tooLong.map((model) => [model, 'healthy']))),
  );
  const base_url = provider.url;
  await gateway.addChannel({
    name: 'primary',
    base_url,
    models: [...models, 'healthy'].join(),
    priority: 10,
  });
  const fallbacks = models.map((model) => [
    model,
    model.includes('without-prefill') ? 'refuses-prefill.fallback' : 'healthy.fallback',
  ]);
  await gateway.addChannel({
    name: 'fallback',
    base_url,
    models: models.join(),
    model_mapping: JSON.stringify(Object.fromEntries(fallbacks)),
    priority: 0,
  });
});

afterAll(async () => {
  await gateway?.close();
  await provider?.close();
});

interface Chunk {
  model?: string;
  usage?: object;
  error?: object;
  choices?: { delta?: { content?: string }; message?: { content?: string } }[];
}

/** One call as a careful client makes it: what cannot be read is skipped, an error inside a stream is an error. */
async function call(model: string, stream: boolean): Promise<Call> {
  const time = new OwnTime();
  const begun = performance.now();
  const body = {
    model,
    stream,
    ...(stream && { stream_options: { include_usage: true } }),
    messages: [{ role: 'user', content: 'Tell me about the ferry in exactly sixty words.' }],
  };
  const response = await gateway.relay('/v1/chat/completions', key, body);
  const text = await response.text();
  const chunks =
    stream && response.ok
      ? Array.from(text.matchAll(/^data: (\{.*)$/gm), ([, json]) => parsed(json!)).filter(
          (one) => one !== undefined,
        )
      : [parsed(text) ?? { error: {} }];
  const content = chunks
    .flatMap(({ choices }) => choices ?? [])
    .map((choice) => choice.delta?.content ?? choice.message?.content ?? '')
    .join('');
  return {
    succeeded: response.ok && chunks.every(({ error }) => error === undefined),
    isComplete: content === ANSWER,
    // A busy machine is not the gateway's fault; with real times the clock counts.
    seconds: (FULL ? performance.now() - begun : time.stop()) / 1000,
    model: chunks.findLast((chunk) => chunk.model)?.model,
    hasUsage: chunks.some(({ usage }) => usage !== undefined && usage !== null),
  };
}

function parsed(json: string): Chunk | undefined {
  try {
    return JSON.parse(json) as Chunk;
  } catch {
    return undefined;
  }
}

async function play({ scenario, stream, model }: (typeof cells)[number]): Promise<Verdict> {
  if (!scenario.startsWith('down-for-a-while')) {
    const answer = await call(model, stream);
    const alive = await call('healthy', stream);
    return verdictOf(scenario, {
      calls: [answer],
      attempts: provider.of(model),
      alive,
      limits: { scale: SCALE },
    });
  }
  provider.goDown(model);
  const begun = performance.now();
  const calls: Call[] = [];
  for (let index = 0; index < SEQUENCE.count; index++) {
    await sleep(Math.max(0, begun + index * SEQUENCE.intervalS * 1000 - performance.now()));
    calls.push(await call(model, stream));
  }
  const recoveredAfter = provider
    .of(model)
    .filter(({ answered }) => answered)
    .map(({ at }) => (at - begun) / 1000 - TIMES.down)[0];
  return verdictOf(scenario, {
    calls,
    attempts: provider.of(model),
    alive: await call('healthy', stream),
    limits: { scale: SCALE, recoveredAfter, recovery: RECOVERY_S },
  });
}

test('every failure ends well for the client: a whole answer within its time, or the reason why there is none', async () => {
  const begun = performance.now();
  // What a process does for the first time takes longer.
  for (const stream of [true, false]) await call('healthy', stream);
  const results: ((typeof cells)[number] & Verdict)[] = [];
  for (let run = 1; run <= RUNS; run++) {
    const own = cells.filter(({ model }) => model.endsWith(`.${run}`));
    const played = own.map(async (cell, index) => {
      await sleep((own.length - index) * APART_MS);
      return { ...cell, ...(await play(cell)) };
    });
    results.push(...(await Promise.all(played)));
  }
  if (FULL)
    console.table(
      results.map(({ model, verdict, seconds, why }) => ({ model, verdict, seconds, why: why.join(', ') })),
    );
  expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  // Each answer was paid once, and a refusal was not paid for.
  const rows = await gateway.logs();
  const ids = rows.map(({ other }) => other.request_id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(rows.every(({ completion_tokens }) => completion_tokens === 60)).toBe(true);
  if (FULL) console.log(`${Math.round((performance.now() - begun) / 1000)} s, ${rows.length} paid answers`);
}, 600_000);
