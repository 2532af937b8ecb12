import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contentOf, lastFrames, promptOf } from '../doubles/strict/agent-script.js';
import { StrictProvider, type StrictKind } from '../doubles/strict/strict-provider.js';
import { Gateway } from '../setup/gateway.js';
import { Recorder } from './recorder.js';
import { AGENT_CLIS, runCli, Sandbox, type AgentCli } from './agent-cli.js';

/** Where run.mjs installed the CLIs. */
const INSTALLED = process.env.TOLLGATE_CLIENTS ?? '';
const RUN_MS = 120_000;

/**
 * Models by kind of channel: one that everybody knows, the newest name, an alias that no client knows, and a name by which
 * clients expect another provider.
 */
const MODELS: Readonly<Record<StrictKind, readonly string[]>> = {
  chat: ['gpt-4o', 'gpt-5.2', 'mapped-chat', 'claude-haiku-4-5'],
  responses: ['gpt-5-mini', 'gpt-5.2-codex', 'mapped-responses', 'claude-sonnet-4-6'],
  messages: ['claude-sonnet-4-5', 'claude-opus-4-8', 'mapped-messages', 'gemini-2.5-flash'],
  gemini: ['gemini-2.5-pro', 'gemini-3.1-pro-preview', 'mapped-gemini', 'claude-opus-4-5'],
};
/**
 * opencode puts cache hints on messages for models it takes for Claude's. Channels of OpenAI's own type leave them out for
 * models of OpenAI; type 8 may name a gateway that takes them.
 */
const HINTED = 'claude-haiku-4-5';
/** What aliases and such names are called upstream. */
const ALIASES: Readonly<Record<string, string>> = {
  'mapped-chat': 'gpt-5-mini',
  'mapped-responses': 'gpt-5.1',
  'mapped-messages': 'claude-haiku-4-5',
  'mapped-gemini': 'gemini-2.5-flash',
  'claude-haiku-4-5': 'gpt-4o',
  'claude-sonnet-4-6': 'gpt-5-mini',
  'gemini-2.5-flash': 'claude-sonnet-4-5',
  'claude-opus-4-5': 'gemini-2.5-flash',
};

function mappingOf(kind: StrictKind): string {
  const mapped = MODELS[kind].flatMap((model) => (ALIASES[model] ? [[model, ALIASES[model]]] : []));
  return JSON.stringify(Object.fromEntries(mapped));
}

let provider: StrictProvider;
let gateway: Gateway;
let recorder: Recorder;
let key: string;
const results: string[][] = [];

beforeAll(async () => {
  provider = await StrictProvider.start();
  gateway = await Gateway.start();
  recorder = await Recorder.start(gateway.url);
  const all = Object.values(MODELS).flat();
  await gateway.sell(Object.fromEntries(all.map((model) => [model, 1])));
  const channel = (kind: StrictKind, type: number, setting: object = {}) =>
    gateway.addChannel({
      type,
      base_url: provider.url,
      models: MODELS[kind].join(','),
      model_mapping: mappingOf(kind),
      setting: JSON.stringify(setting),
    });
  // Type 8 names one address and has no Responses; type 1 has both, and asks for these models through Responses.
  await gateway.addChannel({
    type: 8,
    base_url: `${provider.url}/v1/chat/completions`,
    models: MODELS.chat.filter((model) => model !== HINTED).join(','),
    model_mapping: mappingOf('chat'),
  });
  await gateway.addChannel({
    type: 1,
    base_url: provider.url,
    models: HINTED,
    model_mapping: mappingOf('chat'),
    setting: JSON.stringify({ endpoints: ['chat'] }),
  });
  await channel('responses', 1, {
    chat_via_responses: MODELS.responses.map((model) => ALIASES[model] ?? model),
  });
  await channel('messages', 14);
  await channel('gemini', 24);
  key = await gateway.addToken();
});

afterAll(async () => {
  await recorder?.close();
  await gateway?.close();
  await provider?.close();
  process.stdout.write(`\n${table(results)}\n`);
  const file = process.env.TOLLGATE_CLIENTS_RECORD;
  if (file) writeFileSync(file, JSON.stringify(recorded, undefined, 1));
});

/** What the CLIs sent, for fixtures; see shorten.mjs. */
const recorded: object[] = [];

const cases = AGENT_CLIS.flatMap((cli) =>
  Object.entries(MODELS).flatMap(([kind, models]) =>
    models.map((model): [string, string, string, AgentCli] => [cli.name, kind, model, cli]),
  ),
);

test.each(cases)('%s over a %s channel with %s', async (name, kind, model, cli) => {
  const sandbox = new Sandbox();
  const task = { id: `task${results.length}`, directory: sandbox.directory };
  provider.add(task);
  const before = provider.requests.length;
  recorder.requests.length = 0;
  try {
    const run = await runCli(
      cli,
      { url: recorder.url, key, model },
      promptOf(task),
      sandbox,
      INSTALLED,
      RUN_MS,
    );
    const asked = provider.requests.slice(before);
    const refused = asked.flatMap((request) => [
      ...request.violations,
      ...(request.kind === kind ? [] : [`asked as ${request.kind}`]),
    ]);
    const files = ['ran.txt', 'wrote.txt'].map((file) => read(path.join(sandbox.directory, file)));
    const isDone = run.output.includes(lastFrames(task)) && files.every((text) => text === contentOf(task));
    const result = isDone && refused.length === 0 ? 'done' : 'FAILED';
    results.push([name, kind, model, result, String(asked.length), `${run.seconds} s`]);
    process.stdout.write(`${results.at(-1)!.join('  ')}${refused.length > 0 ? `  ${refused[0]}` : ''}\n`);
    recorded.push({ cli: name, kind, model, requests: [...recorder.requests] });
    expect({
      refused,
      isDone,
      output: isDone ? '' : run.output.slice(-3000),
      timedOut: run.timedOut,
    }).toEqual({
      refused: [],
      isDone: true,
      output: '',
      timedOut: false,
    });
  } finally {
    sandbox.remove();
  }
});

function read(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

function table(rows: readonly string[][]): string {
  const all = [['client', 'channel', 'model', 'result', 'requests', 'time'], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const lines = all.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  '));
  const done = rows.filter((row) => row[3] === 'done').length;
  return [...lines, `${done} of ${rows.length} done`].join('\n');
}
