import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contentOf, lastFrames, promptOf } from '../doubles/strict/agent-script.js';
import { StrictProvider } from '../doubles/strict/strict-provider.js';
import { Gateway } from '../setup/gateway.js';
import { addStrictChannels, priceOf, STRICT_KINDS, strictModels } from '../setup/strict-channels.js';
import { Recorder } from './recorder.js';
import { runCli, Sandbox, type AgentCli } from './agent-cli.js';
import { AGENT_CLIS, FURTHER_APIS } from './agent-clis.js';

/** Where run.mjs installed the CLIs. */
const INSTALLED = process.env.TOLLGATE_CLIENTS ?? '';
const RUN_MS = 120_000;

let provider: StrictProvider;
let gateway: Gateway;
let recorder: Recorder;
let key: string;
const results: string[][] = [];

beforeAll(async () => {
  provider = await StrictProvider.start();
  gateway = await Gateway.start();
  recorder = await Recorder.start(gateway.url);
  await addStrictChannels(gateway, provider);
  await gateway.setQuota(2_000_000_000);
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

/** All models for each CLI's own API; for its other APIs a well-known one and an alias. */
const cases = [
  ...AGENT_CLIS.map((cli) => ({ cli, chosen: (models: readonly string[]) => models })),
  ...FURTHER_APIS.map((cli) => ({ cli, chosen: ([known, , alias]: readonly string[]) => [known!, alias!] })),
].flatMap(({ cli, chosen }) =>
  STRICT_KINDS.flatMap((kind) =>
    chosen(strictModels(kind)).map((model): [string, string, string, string, AgentCli] => [
      cli.name,
      cli.api,
      kind,
      model,
      cli,
    ]),
  ),
);

test.each(cases)('%s by %s over a %s channel with %s', async (name, api, kind, model, cli) => {
  const sandbox = new Sandbox();
  const task = { id: `task${results.length}`, directory: sandbox.directory };
  provider.add(task);
  const before = provider.requests.length;
  const chargedBefore = (await gateway.logs()).length;
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
    const charges = (await gateway.logs()).slice(chargedBefore).map(({ quota }) => quota);
    const prices = asked.flatMap(({ usage }) => (usage ? [priceOf(usage)] : []));
    const isCharged = charges.toSorted(ascending).join() === prices.toSorted(ascending).join();
    const files = ['ran.txt', 'wrote.txt'].map((file) => read(path.join(sandbox.directory, file)));
    const isDone = run.output.includes(lastFrames(task)) && files.every((text) => text === contentOf(task));
    const result = isDone && refused.length === 0 ? 'done' : 'FAILED';
    const charged = isCharged ? `${prices.length} exact` : `WRONG ${charges.join()} for ${prices.join()}`;
    results.push([name, api, kind, model, result, String(asked.length), charged, `${run.seconds} s`]);
    process.stdout.write(
      `${results.at(-1)!.join('  ')}${refused.length > 0 ? `  ${refused.join('; ')}` : ''}\n`,
    );
    recorded.push({ cli: name, api, kind, model, requests: [...recorder.requests] });
    expect({
      refused,
      isDone,
      output: isDone ? '' : run.output.slice(-3000),
      timedOut: run.timedOut,
      charges: charges.toSorted(ascending),
    }).toEqual({
      refused: [],
      isDone: true,
      output: '',
      timedOut: false,
      charges: prices.toSorted(ascending),
    });
  } finally {
    sandbox.remove();
  }
});

const ascending = (one: number, other: number): number => one - other;

function read(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

function table(rows: readonly string[][]): string {
  const all = [['client', 'API', 'channel', 'model', 'result', 'requests', 'charges', 'time'], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const lines = all.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  '));
  const done = rows.filter((row) => row[4] === 'done').length;
  return [...lines, `${done} of ${rows.length} done`].join('\n');
}
