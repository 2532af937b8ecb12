// Makes the fixtures of test/relay/protocols/agent-clients.spec.ts from a recording:
//   TOLLGATE_CLIENTS_RECORD=/tmp/recording.json npm run test:clients && node test/clients/shorten.mjs /tmp/recording.json
// Texts are cut, ids of machines and sessions are left out; the shape of every request stays. Models for which a CLI sends the
// same share a run, whichever kind of channel serves them.
import fs from 'node:fs';
import path from 'node:path';

const TEXT = 40;
const SHORT = 100;
const HEADERS = ['anthropic-version', 'anthropic-beta', 'openai-beta'];
/** Members that name a machine, a session or a user. */
const PRIVATE = new Set(['metadata', 'client_metadata', 'prompt_cache_key', 'user', 'safety_identifier']);
/** Members whose texts mean something to providers or the gateway, or are short anyway. */
const WHOLE =
  /^(type|role|name|id|call_id|tool_use_id|tool_call_id|signature|thoughtSignature|encrypted_content|namespace|model|arguments|input|pattern|format|\$ref|\$schema)$/;
const CONVERSATIONS = ['messages', 'input', 'contents'];

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'test/fixtures/agents');
const versions = JSON.parse(
  fs.readFileSync(path.join(root, 'test/clients/package.json'), 'utf8'),
).dependencies;
const packages = {
  'Claude Code': '@anthropic-ai/claude-code',
  Codex: '@openai/codex',
  'Gemini CLI': '@google/gemini-cli',
  opencode: 'opencode-ai',
  pi: '@mariozechner/pi-coding-agent',
  'qwen-code': '@qwen-code/qwen-code',
};

fs.mkdirSync(folder, { recursive: true });
const runs = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
for (const [cli, name] of Object.entries(packages)) {
  const own = united(runs.filter((run) => run.cli === cli).map(short));
  if (own.length === 0) continue;
  const shared = [];
  for (const run of own) run.bodies = run.bodies.map((body) => withoutRepetitions(body, shared));
  const file = path.join(folder, `${cli.toLowerCase().replaceAll(' ', '-')}.json`);
  fs.writeFileSync(file, `${JSON.stringify({ cli, version: versions[name], shared, runs: own })}\n`);
}

/** One run for all models with the same requests. */
function united(runs) {
  const byShape = new Map();
  for (const { model, ...run } of runs) {
    const shape = JSON.stringify(run);
    const known = byShape.get(shape);
    if (known) known.models.push(model);
    else byShape.set(shape, { models: [model], ...run });
  }
  return [...byShape.values()].map(({ api, models, ...run }) => ({ api, models, ...run }));
}

function short({ api, model, requests }) {
  const asked = requests.filter(({ body }) => hasTools(body));
  const [first] = asked;
  const last = asked.at(-1);
  const counted = numbering();
  const bodies = [first, last].map(({ body }) =>
    shortened({ ...JSON.parse(counted(JSON.stringify(body))), ...(body.model && { model: 'model' }) }),
  );
  const headers = Object.fromEntries(
    HEADERS.filter((name) => last.headers[name]).map((name) => [name, last.headers[name]]),
  );
  const path = last.path.replace(/models\/[^:]+:/, 'models/model:');
  return { api, model, path, headers, signatures: [...new Set(signaturesIn(bodies[1]))], bodies };
}

/** Replaces what differs from run to run: ids become numbers in the order in which they appear. */
function numbering() {
  const known = new Map();
  const number = (name) => known.get(name) ?? known.set(name, known.size + 1).get(name);
  return (text) =>
    text
      .replace(/tollgate-client-\w+/g, 'tollgate-client')
      .replace(/\btask\d+\b/g, 'task1')
      .replace(/(PGID|Chunk ID): \w+/g, '$1: 1')
      .replace(
        /\b(call|msg|rs|fco?|ctco?|resp|toolu)_(?=[\w-]*\d)[\w-]+/g,
        (id, kind) => `${kind}_${number(id)}`,
      )
      .replace(/\bstrict\d+/g, (id) => `strict${number(id)}`)
      .replace(/c2lnbmF0dXJl[\w+/]+=*/g, (proof) => btoa(`signature ${number(proof)}`));
}

function hasTools(body) {
  return Array.isArray(body?.tools) && body.tools.length > 0;
}

/** Proofs stand under these names in the four protocols; the gateway's own marks are taken off. */
function* signaturesIn(value) {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (
      /^(signature|thoughtSignature|thought_signature|encrypted_content)$/.test(name) &&
      typeof inner === 'string'
    )
      yield inner.replace(/^tg\.\w\./, '');
    else yield* signaturesIn(inner);
  }
}

function shortened(value, name = '') {
  if (Array.isArray(value)) return value.map((item) => shortened(item, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !PRIVATE.has(key))
        .map(([key, inner]) => [key, shortened(inner, key)]),
    );
  if (typeof value !== 'string' || value.length <= TEXT || WHOLE.test(name)) return value;
  return `${value.slice(0, TEXT)}…`;
}

/** Long members stand once in `shared` and are named by their place in it. */
function withoutRepetitions(body, shared) {
  const members = Object.entries(body).map(([name, value]) => {
    const text = JSON.stringify(value);
    if (CONVERSATIONS.includes(name) || text.length < SHORT) return [name, value];
    const known = shared.findIndex((other) => JSON.stringify(other) === text);
    if (known !== -1) return [name, { shared: known }];
    shared.push(value);
    return [name, { shared: shared.length - 1 }];
  });
  return Object.fromEntries(members);
}
