import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { StrictProvider, type StrictKind } from '../../doubles/strict/strict-provider.js';
import { Gateway } from '../../setup/gateway.js';

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
  readonly kind: StrictKind;
  readonly model: string;
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

/** Models by kind of channel, upstream names of aliases behind the colon. */
const MODELS: Readonly<Record<StrictKind, readonly string[]>> = {
  chat: ['gpt-4o', 'gpt-5.2', 'alias-chat:gpt-5-mini', 'claude-haiku-4-5:gpt-4o'],
  responses: ['gpt-5-mini', 'gpt-5.2-codex', 'alias-responses:gpt-5.1', 'claude-sonnet-4-6:gpt-5-mini'],
  messages: [
    'claude-sonnet-4-5',
    'claude-opus-4-8',
    'alias-messages:claude-haiku-4-5',
    'gemini-2.5-flash:claude-sonnet-4-5',
  ],
  gemini: [
    'gemini-2.5-pro',
    'gemini-3.1-pro-preview',
    'alias-gemini:gemini-2.5-flash',
    'claude-opus-4-5:gemini-2.5-flash',
  ],
};
const TYPES: Readonly<Record<StrictKind, number>> = { chat: 8, responses: 1, messages: 14, gemini: 24 };
const nameOf = (model: string): string => model.split(':')[0]!;
const upstreamOf = (model: string): string => model.split(':').at(-1)!;

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
  await gateway.sell(
    Object.fromEntries(
      Object.values(MODELS)
        .flat()
        .map((model) => [nameOf(model), 1]),
    ),
  );
  for (const [kind, models] of Object.entries(MODELS) as [StrictKind, string[]][]) {
    await gateway.addChannel({
      type: TYPES[kind],
      base_url: kind === 'chat' ? `${provider.url}/v1/chat/completions` : provider.url,
      models: models.map(nameOf).join(','),
      model_mapping: JSON.stringify(
        Object.fromEntries(models.map((model) => [nameOf(model), upstreamOf(model)])),
      ),
      setting: JSON.stringify(kind === 'responses' ? { chat_via_responses: models.map(upstreamOf) } : {}),
    });
  }
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  await provider?.close();
});

const cases = fixtures.flatMap(({ cli, shared, runs }) =>
  runs.flatMap((run) =>
    run.bodies.map((body, index): [string, StrictKind, string, string, FixtureRun, object] => [
      cli,
      run.kind,
      run.model,
      index === 0 ? 'first request' : 'request after its tools ran',
      run,
      whole(body, shared),
    ]),
  ),
);

test('every CLI is replayed over every kind of channel', () => {
  const kinds = Object.keys(MODELS).toSorted();
  expect(fixtures.map(({ cli }) => cli).toSorted()).toEqual([
    'Claude Code',
    'Codex',
    'Gemini CLI',
    'opencode',
    'pi',
  ]);
  for (const { runs } of fixtures)
    expect([...new Set(runs.map(({ kind }) => kind))].toSorted()).toEqual(kinds);
});

test.each(cases)('%s over a %s channel with %s: the %s is taken', async (_, kind, model, __, run, body) => {
  for (const signature of run.signatures) provider.knows(signature);
  const before = provider.requests.length;
  const sent = 'model' in body ? { ...body, model } : body;
  const response = await fetch(gateway.url + run.path.replace(/models\/[^:]+:/, `models/${model}:`), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...run.headers },
    body: JSON.stringify(sent),
  });
  const text = await response.text();
  const asked = provider.requests.slice(before);
  expect({ status: response.status, refused: asked.flatMap(({ violations }) => violations) }).toEqual({
    status: 200,
    refused: [],
  });
  expect(asked.map((request) => request.kind)).toEqual([kind]);
  expect(text).toContain('A short title');
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
