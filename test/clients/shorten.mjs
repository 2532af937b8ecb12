// Makes the fixtures of test/relay/protocols/agent-clients.spec.ts from a recording:
//   TOLLGATE_CLIENTS_RECORD=/tmp/recording.json npm run test:clients && node test/clients/shorten.mjs /tmp/recording.json
// Texts are cut, ids of machines and sessions are left out; the shape of every request stays.
import fs from 'node:fs';
import path from 'node:path';

const TEXT = 60;
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
};

fs.mkdirSync(folder, { recursive: true });
const runs = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
for (const [cli, name] of Object.entries(packages)) {
  const own = runs.filter((run) => run.cli === cli).map(short);
  if (own.length === 0) continue;
  const shared = [];
  for (const run of own) run.bodies = run.bodies.map((body) => withoutRepetitions(body, shared));
  const file = path.join(folder, `${cli.toLowerCase().replaceAll(' ', '-')}.json`);
  fs.writeFileSync(file, `${JSON.stringify({ cli, version: versions[name], shared, runs: own })}\n`);
}

function short({ kind, model, requests }) {
  const asked = requests.filter(({ body }) => hasTools(body));
  const [first] = asked;
  const last = asked.at(-1);
  const bodies = [first, last].map(({ body }) => shortened(body));
  const headers = Object.fromEntries(
    HEADERS.filter((name) => last.headers[name]).map((name) => [name, last.headers[name]]),
  );
  return { kind, model, path: last.path, headers, signatures: [...new Set(signaturesIn(last.body))], bodies };
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
