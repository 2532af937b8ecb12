import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import type { ProtocolName } from '../../../../server/dialects/protocols/protocol.js';
import { protocols } from '../../../../server/dialects/protocols/registry.js';
import type { Provider } from '../../../../server/dialects/kit/provider.js';
import {
  definitions,
  providerFor,
  providerForModel,
} from '../../../../server/dialects/providers/registry.js';
import { sampleKey, sampleOther } from '../../../doubles/sample-channels.js';
import { ScriptedUpstream, type Script } from '../../../doubles/scripted-upstream.js';
import { requestRules } from '../../../docs/request-rules.js';
import { Gateway } from '../../../setup/gateway.js';
import { clients, IMAGE, type RequestOptions } from './clients.js';
import { documentedOperations } from './documented-operations.js';
import { featuresTable } from './features.js';
import { leftOut } from './left-out.js';
import { operationsTable } from './operations.js';

/** Every protocol asked of every kind of channel: docs/compatibility.md says what came of it. */
const PAGE = 'docs/compatibility.md';
/** Writes the page instead of comparing it. */
const UPDATE = process.env.UPDATE_COMPATIBILITY === '1';
/** A type without a definition: its provider is expected to be compatible with OpenAI. */
const UNKNOWN = 999;
const CAPABILITIES = ['text', 'stream', 'tools', 'image', 'reasoning', 'usage', 'cache'] as const;
type Capability = (typeof CAPABILITIES)[number];

interface Kind {
  readonly type: number;
  readonly name: string;
  /** A key in the form of the type; undefined: the JSON document of a service account. */
  readonly key: string | undefined;
  readonly model: string;
}

/** Platforms whose models have APIs of their own: a model of each further API, and the name of its row. */
const families: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  33: { 'claude-haiku-4-5': 'aws (Claude)' },
  41: {
    'gemini-compatible': 'vertex (Gemini)',
    'claude-compatible': 'vertex (Claude)',
    'mistral-compatible': 'vertex (Mistral)',
    'llama-compatible': 'vertex (Llama)',
  },
};
/** Names of models at the provider. */
const MAPPING = { 'llama-compatible': 'meta/llama-compatible', 'compatible-1124': 'deepl-de' };

/** One of each kind: many types are of the same. */
const kinds: Kind[] = [];
const met = new Set<Provider>();
for (const { type, id, api, form } of definitions) {
  if (!api?.chat || met.has(api)) continue;
  met.add(api);
  const name = api === providerFor(UNKNOWN) ? 'any other' : id;
  const channelKey = sampleKey(type, form);
  const model = `compatible-${type}`;
  if (providerForModel(type, model)?.chat) kinds.push({ type, name, key: channelKey, model });
  for (const [family, row] of Object.entries(families[type] ?? {}))
    kinds.push({ type, name: row, key: channelKey, model: family });
}
const names = Object.keys(protocols) as ProtocolName[];
/** Types whose responses have at most one tool call. */
const ONE_CALL: ReadonlySet<number> = new Set([15]);
let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  key = await gateway.addToken();
  await gateway.option('RetryTimes', '0');
  await gateway.option(
    'ModelRatio',
    JSON.stringify(Object.fromEntries(kinds.map(({ model }) => [model, 1]))),
  );
  await gateway.addChannels(
    kinds.map((kind) => ({
      type: kind.type,
      key: kind.key ?? upstream.google.document(),
      base_url: upstream.url,
      models: kind.model,
      other: sampleOther(kind.type),
      model_mapping: JSON.stringify(MAPPING),
    })),
  );
});
afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

interface Exchange {
  readonly status: number;
  readonly text: string;
  /** What the upstream was sent: the bodies of all calls. */
  readonly sent: Buffer;
}

async function ask(
  protocol: ProtocolName,
  kind: Kind,
  script: Script,
  criteria: RequestOptions = {},
): Promise<Exchange> {
  upstream.clear();
  upstream.next(script);
  const client = clients[protocol];
  const { model } = kind;
  const answer = await gateway.relay(client.path(model, criteria), key, client.body(model, criteria));
  const text = await answer.text();
  return { status: answer.status, text, sent: Buffer.concat(upstream.requests.map(({ body }) => body)) };
}

const plainAnswers = new Map<string, Promise<Exchange>>();

/** The whole plain answer, which shows the text and the usage. */
function askPlainly(protocol: ProtocolName, kind: Kind): Promise<Exchange> {
  const crossing = `${protocol} ${kind.name}`;
  const exchange = plainAnswers.get(crossing) ?? ask(protocol, kind, 'plain');
  plainAnswers.set(crossing, exchange);
  return exchange;
}

const numberAt = (text: string, member: string) =>
  Number(new RegExp(`"${member}":\\s*(\\d+)`).exec(text)?.[1] ?? 0);

/** Whether a crossing carries what it should; each question is a request of its own, except that about the usage. */
const proofs: Readonly<Record<Capability, (protocol: ProtocolName, kind: Kind) => Promise<boolean>>> = {
  async text(protocol, kind) {
    const { status, text } = await askPlainly(protocol, kind);
    return status === 200 && text.includes('Hello from the scripted upstream.');
  },
  async stream(protocol, kind) {
    const { status, text } = await ask(protocol, kind, 'plain', { stream: true });
    const pieces = ['"Hello"', '" from"', '" scripted"', '" upstream."'];
    return (
      status === 200 && pieces.every((piece) => text.includes(piece)) && text.includes(clients[protocol].end)
    );
  },
  async tools(protocol, kind) {
    const { text, sent } = await ask(protocol, kind, 'tools', { tools: true });
    const words = ['get_weather', 'Berlin', ...(ONE_CALL.has(kind.type) ? [] : ['get_time', 'CET'])];
    return sent.includes('get_weather') && words.every((word) => text.includes(word));
  },
  async image(protocol, kind) {
    const { status, sent } = await ask(protocol, kind, 'plain', { image: true });
    return status === 200 && (sent.includes(IMAGE) || sent.includes(Buffer.from(IMAGE, 'base64')));
  },
  async reasoning(protocol, kind) {
    const { text } = await ask(protocol, kind, 'reasoning');
    return text.includes('First I think.') && text.includes('Then I speak.');
  },
  async usage(protocol, kind) {
    const { text } = await askPlainly(protocol, kind);
    const [input, output] = clients[protocol].usage;
    return numberAt(text, input) === 12 && numberAt(text, output) === 7;
  },
  async cache(protocol, kind) {
    const usage = { input: 100, cacheRead: 2000, output: 30 };
    const { text } = await ask(protocol, kind, { answer: { usage } });
    const {
      usage: [input, , cached],
      apart,
    } = clients[protocol];
    return numberAt(text, cached) === 2000 && numberAt(text, input) === (apart ? 100 : 2100);
  },
};

async function row(protocol: ProtocolName, kind: Kind): Promise<string> {
  const cells: string[] = [];
  for (const capability of CAPABILITIES)
    cells.push((await proofs[capability](protocol, kind)) ? 'yes' : 'no');
  return `| ${kind.name} | ${kind.type} | ${cells.join(' | ')} |`;
}

/** Types without a row of their own. */
function sharing(): string {
  const shared = definitions.filter(
    ({ type, api }) => api?.chat && !kinds.some((kind) => kind.type === type),
  );
  return shared.map(({ id, type }) => `${id} (${type})`).join(', ');
}

/** Does the scripted upstream speak the words of this kind of provider, so that anything can be proven? */
const spoken = (kind: Kind) => proofs.text('openai-chat', kind);

test('the page says what every crossing carries', async () => {
  const provable: Kind[] = [];
  for (const kind of kinds) if (await spoken(kind)) provable.push(kind);
  const others = kinds
    .filter((kind) => !provable.includes(kind))
    .map(({ name, type }) => `${name} (${type})`);
  const sections: string[] = [];
  for (const protocol of names) {
    const lines: string[] = [];
    for (const kind of provable) lines.push(await row(protocol, kind));
    const head = `| Channel | Type | ${CAPABILITIES.join(' | ')} |\n|${' --- |'.repeat(CAPABILITIES.length + 2)}`;
    sections.push(`## Clients of ${protocol}\n\n${head}\n${lines.join('\n')}`);
  }
  const refused: string[] = [];
  const page = await format(
    [
      '# Compatibility',
      'What a client of each protocol gets through each kind of channel. Every cell is a request through the gateway to a scripted provider, made by `test/relay/protocols/compatibility`; `UPDATE_COMPATIBILITY=1` writes this page anew.',
      ...sections,
      `## Features by provider\n\n${featuresTable()}`,
      `## Changed and left out on purpose\n\n${requestRules()}`,
      leftOut,
      `## Other operations\n\nA dash: the provider does not offer it, or it is not served. A question mark: not proven, since the simulated provider does not have it.\n\n${await operationsTable(gateway, upstream, key, refused)}\n\n${documentedOperations()}`,
      `"any other" stands for the types that are called exactly like OpenAI: ${sharing()}.`,
      others.length > 0
        ? `Not proven here, since the scripted provider does not speak their words: ${others.join(', ')}.`
        : '',
    ].join('\n\n'),
    { parser: 'markdown' },
  );
  if (UPDATE) {
    writeFileSync(PAGE, page);
    console.info(refused.join('\n'));
  }
  expect(existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '').toBe(page);
}, 600_000);
