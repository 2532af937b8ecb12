import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { StrictKind } from '../../doubles/strict/strict-apis.js';
import { StrictProvider } from '../../doubles/strict/strict-provider.js';
import { Gateway } from '../../setup/gateway.js';
import { addStrictChannels, priceOf, STRICT_KINDS, strictModels } from '../../setup/strict-channels.js';

/**
 * What agent CLIs really send, recorded by test/clients and shortened, replayed against providers that refuse what their
 * documentation says they refuse: a regression shows without the CLIs.
 */
interface Fixture {
  readonly cli: string;
  readonly version: string;
  /** Long members of the requests, such as tools, which name them by `{ "shared": index }`. */
  readonly shared: readonly unknown[];
  readonly runs: readonly FixtureRun[];
}

interface FixtureRun {
  /** The API by which the CLI calls the gateway. */
  readonly api: string;
  /** Models for which the CLI sends the same, whichever kind of channel serves them. */
  readonly models: readonly string[];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Proofs of thoughts that the provider gave in this run. */
  readonly signatures: readonly string[];
  /** The first request and the last one, which holds the whole tool loop. */
  readonly bodies: readonly Readonly<Record<string, unknown>>[];
}

const FOLDER = 'test/fixtures/agents';
const fixtures = readdirSync(FOLDER).map(
  (file) => JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Fixture,
);

function whole(body: Readonly<Record<string, unknown>>, shared: readonly unknown[]): object {
  const members = Object.entries(body).map(([name, value]) => {
    const isShared = typeof value === 'object' && value !== null && 'shared' in value;
    return [name, isShared ? shared[Number(value.shared)] : value];
  });
  return Object.fromEntries(members) as object;
}

let provider: StrictProvider;
let gateway: Gateway;
let key: string;

beforeAll(async () => {
  provider = await StrictProvider.start();
  gateway = await Gateway.start();
  await addStrictChannels(gateway, provider);
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  await provider?.close();
});

const kindOf = (model: string): StrictKind =>
  STRICT_KINDS.find((kind) => strictModels(kind).includes(model))!;

const cases = fixtures.flatMap(({ cli, shared, runs }) =>
  runs.flatMap((run) =>
    run.bodies.flatMap((body, index) =>
      run.models.map((model): [string, string, StrictKind, string, string, FixtureRun, object] => [
        cli,
        run.api,
        kindOf(model),
        model,
        index === 0 ? 'first request' : 'request after its tools ran',
        run,
        whole(body, shared),
      ]),
    ),
  ),
);

test('every CLI is replayed over every kind of channel, by each of its APIs', () => {
  const kinds = STRICT_KINDS.toSorted();
  const clients = fixtures.flatMap(({ cli, runs }) => runs.map(({ api }) => `${cli} by ${api}`));
  expect([...new Set(clients)].toSorted()).toEqual([
    'Claude Code by Messages',
    'Codex by Responses',
    'Gemini CLI by Gemini',
    'opencode by Chat Completions',
    'opencode by Messages',
    'opencode by Responses',
    'pi by Chat Completions',
    'pi by Gemini',
    'pi by Messages',
    'pi by Responses',
    'qwen-code by Chat Completions',
  ]);
  for (const { runs } of fixtures)
    for (const { api } of runs) {
      const models = runs.filter((run) => run.api === api).flatMap((run) => run.models);
      expect([...new Set(models.map(kindOf))].toSorted()).toEqual(kinds);
    }
});

test.each(cases)(
  '%s by %s over a %s channel with %s: the %s is taken',
  async (_, __, kind, model, ___, run, body) => {
    for (const signature of run.signatures) provider.knows(signature);
    const before = provider.requests.length;
    const sent = 'model' in body ? { ...body, model } : body;
    const response = await fetch(gateway.url + run.path.replace(/models\/[^:]+:/, `models/${model}:`), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...run.headers },
      body: JSON.stringify(sent),
    });
    const text = await response.text();
    const received = provider.requests.slice(before);
    expect({ status: response.status, refused: received.flatMap(({ violations }) => violations) }).toEqual({
      status: 200,
      refused: [],
    });
    expect(received.map((request) => request.kind)).toEqual([kind]);
    expect(text).toContain('A short title');
  },
);

test('each of these requests was charged what the provider billed', async () => {
  const charges = (await gateway.logs()).map(({ quota }) => quota);
  const prices = provider.requests.flatMap(({ usage }) => (usage ? [priceOf(usage)] : []));
  const sorted = (list: readonly number[]) => list.toSorted((one, other) => one - other);
  expect(sorted(charges)).toEqual(sorted(prices));
});

test('tokens of a conversation with instructions in its middle are counted', async () => {
  const messages = [
    { role: 'user', content: 'q' },
    { role: 'system', content: 'Be brief.' },
  ];
  for (const model of ['gpt-4o', 'gemini-2.5-pro']) {
    const response = await fetch(`${gateway.url}/v1/messages/count_tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key, 'anthropic-version': '2023-06-01' },
      body: JSON.stringify({ model, messages }),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ input_tokens: expect.any(Number) as number });
  }
});
