import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AGENT_CLIS } from '../clients/agent-clis.js';
import { obstacle } from '../../web/src/lib/models/client-samples';
import { SAMPLE_NAMES, SAMPLES, type SampleName } from '../../web/src/lib/models/code-samples';

/** Samples as a shell, Python and JavaScript read them. test/console/first-call.spec.ts runs those that need no client. */
const PARTS = { address: 'https://gate.example', key: 'sk-secret', model: "o'model/1:free" };
const ENDPOINT = { url: PARTS.address, key: PARTS.key, model: PARTS.model };

let folder: string;

/** Programs that print how they were called. */
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tollgate-samples-'));
  for (const program of ['claude', 'codex', 'gemini', 'opencode', 'docker', 'curl']) {
    const file = path.join(folder, program);
    const print = 'console.log(JSON.stringify({ args: process.argv.slice(2), env: process.env }))';
    writeFileSync(file, `#!${process.execPath}\n${print}\n`);
    chmodSync(file, 0o755);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a sample in sh, with the programs above and no environment of its own. */
function run(name: SampleName, parts = PARTS): { args: string[]; env: Record<string, string> } {
  const { stdout, stderr } = spawnSync('/bin/sh', ['-e', '-u'], {
    input: SAMPLES[name](parts),
    env: { PATH: folder },
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as { args: string[]; env: Record<string, string> };
}

function cliOf(name: string) {
  const cli = AGENT_CLIS.find((one) => one.name === name);
  if (!cli) throw new Error(`${name} is not among the clients that are tested`);
  return cli;
}

/** Variables that the sample sets; each of them must be one with which the CLI is tested. */
function variables({ env }: { env: Record<string, string> }): Record<string, string> {
  const { PATH: _path, PWD: _pwd, OLDPWD: _old, SHLVL: _level, _: _last, ...own } = env;
  return own;
}

test('every sample has the address, the key and, but where the client lists them, the model', () => {
  for (const name of SAMPLE_NAMES) {
    const code = SAMPLES[name]({ ...PARTS, model: 'a-model' });
    expect([name, code.includes(PARTS.address), code.includes(PARTS.key)]).toEqual([name, true, true]);
    expect([name, code.includes('a-model')]).toEqual([name, name !== 'Open WebUI']);
  }
});

test.each(['Claude Code', 'Gemini CLI'] as const)('%s is configured as it is tested', (name) => {
  const called = run(name);
  const tested = cliOf(name);
  expect(tested.environment(ENDPOINT)).toMatchObject(variables(called));
  expect(Object.values(variables(called))).toEqual(expect.arrayContaining([PARTS.address, PARTS.key]));
  expect(tested.arguments(ENDPOINT, '')).toEqual(expect.arrayContaining(called.args));
});

test('Codex is configured as it is tested', () => {
  const { args, env } = run('Codex');
  const set = Object.fromEntries(
    args.flatMap((arg, index) => {
      if (args[index - 1] !== '-c') return [];
      const [member = '', value = ''] = arg.split(/=(.*)/s);
      // Values are TOML; these are basic strings, which are JSON as well.
      return [[member.replace('model_providers.tollgate.', ''), JSON.parse(value) as string]];
    }),
  );
  const toml = cliOf('Codex').files(ENDPOINT)['.codex/config.toml'] ?? '';
  const tested = Object.fromEntries(
    [...toml.matchAll(/^(\w+) = "(.*)"$/gm)].map(([, member = '', value = '']) => [member, value]),
  );
  expect(set).toEqual({
    model_provider: 'tollgate',
    name: 'Tollgate',
    base_url: tested.base_url,
    wire_api: tested.wire_api,
    env_key: 'TOLLGATE_KEY',
  });
  expect(env[set.env_key!]).toBe(PARTS.key);
  expect(args.slice(0, 2)).toEqual(['--model', PARTS.model]);
});

test('opencode is configured as it is tested', () => {
  const { args, env } = run('opencode');
  const { provider } = JSON.parse(env.OPENCODE_CONFIG_CONTENT!) as {
    provider: { tollgate: { name: string; npm: string; options: object; models: object } };
  };
  const file = cliOf('opencode').files(ENDPOINT)['.config/opencode/opencode.json'] ?? '';
  const tested = JSON.parse(file) as { provider: { gateway: object } };
  const { name: _name, ...own } = provider.tollgate;
  expect(own).toEqual(tested.provider.gateway);
  expect(args).toEqual(['--model', `tollgate/${PARTS.model}`]);
});

test('Open WebUI gets address and key, and the host of its container in place of loopback', () => {
  const valuesOf = (address: string) => run('Open WebUI', { ...PARTS, address }).args;
  expect(valuesOf(PARTS.address)).toEqual(
    expect.arrayContaining(['OPENAI_API_BASE_URL=https://gate.example/v1', 'OPENAI_API_KEY=sk-secret']),
  );
  const local = valuesOf('http://127.0.0.1:3000');
  expect(local).toContain('OPENAI_API_BASE_URL=http://host.docker.internal:3000/v1');
  expect(local).toContain('host.docker.internal:host-gateway');
  expect(obstacle('Open WebUI', 'http://localhost:3000')).toBe('container');
  expect(obstacle('Cursor', 'http://127.0.0.1:3000')).toBe('outside');
  expect(obstacle('Cursor', PARTS.address)).toBeUndefined();
  expect(obstacle('curl', 'http://127.0.0.1:3000')).toBeUndefined();
});

test('curl sends a request that has any model as it is', () => {
  const { args } = run('curl');
  expect(args[0]).toBe('https://gate.example/v1/chat/completions');
  expect(args).toContain('Authorization: Bearer sk-secret');
  expect(JSON.parse(args.at(-1)!)).toEqual({
    model: PARTS.model,
    messages: [{ role: 'user', content: 'Hello' }],
  });
});

test('Python reads its sample', () => {
  const input = `import ast, sys\nast.parse(sys.argv[1])`;
  const { status, error, stderr } = spawnSync('python3', ['-', SAMPLES.Python(PARTS)], {
    input,
    encoding: 'utf8',
  });
  // Not every machine has it; test/console/first-call.spec.ts copies the sample.
  if (error) return;
  expect([status, stderr]).toEqual([0, '']);
});
