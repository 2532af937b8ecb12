import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { SLOW_MODEL } from './clients.js';
import { GatewayProcesses } from './gateway-processes.js';
import { INSPECTABLE, Inspected } from './inspected.js';

/** Maximum bytes per open stream. Sockets, HTTP messages and timers of Node 24 need a quarter more than those of Node 20. */
const MAX_BYTES = Number(process.versions.node.split('.')[0]) >= 24 ? 32_000 : 28_000;
/** Streams open before the first look: pools, buffers and code are warm then. */
const FIRST = 200;
/** Streams between two looks. */
const MORE = 200;
const LOOKS = 9;
/** Streams that are asked for at the same time. */
const AT_ONCE = 50;
const CLAUDE = 'claude-3-7-sonnet-20250219';

let gateway: GatewayProcesses;
let memory: Inspected;
let key: string;
const open: Socket[] = [];

beforeAll(async () => {
  // Longer than the test takes anywhere, so that no stream is given up for its silence.
  gateway = await GatewayProcesses.open({ ...INSPECTABLE, STREAMING_TIMEOUT: '3600' });
  // A word or two, and then nothing.
  gateway.upstream.forModel(SLOW_MODEL, { frames: 2, ending: 'stall' });
  gateway.upstream.forModel(CLAUDE, { frames: 4, ending: 'stall' });
  await gateway.call('POST', '/api/channel/', {
    type: 14,
    name: 'scripted Claude',
    key: 'sk-upstream',
    group: 'default',
    base_url: gateway.upstream.url,
    models: CLAUDE,
  });
  key = (await gateway.member(1_000_000_000)).keys[0]!;
  memory = await Inspected.open(gateway.server);
});

afterAll(async () => {
  memory?.close();
  for (const socket of open) socket.destroy();
  await gateway?.close();
});

/** Opens streams as an official client does, and waits for the first words of each. */
async function openStreams(path: string, model: string, count: number): Promise<void> {
  const { host } = new URL(gateway.url);
  const body = JSON.stringify({
    model,
    stream: true,
    max_tokens: 40,
    messages: [{ role: 'user', content: 'hello' }],
  });
  const request = [
    `POST ${path} HTTP/1.1`,
    `host: ${host}`,
    `authorization: Bearer ${key}`,
    'accept: application/json',
    'accept-encoding: gzip, deflate',
    'connection: keep-alive',
    'content-type: application/json',
    'user-agent: OpenAI/JS 6.1.0',
    'x-stainless-arch: x64',
    'x-stainless-lang: js',
    'x-stainless-os: Linux',
    'x-stainless-package-version: 6.1.0',
    'x-stainless-retry-count: 0',
    'x-stainless-runtime: node',
    'x-stainless-runtime-version: v20.20.2',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
  for (let left = count; left > 0; left -= AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(left, AT_ONCE) }, () => begun(request)));
}

async function begun(request: string): Promise<void> {
  const { port, hostname } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  open.push(socket);
  socket.write(request);
  for (let seen = ''; !seen.includes('\r\n\r\n') || !seen.includes('data: ');) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    seen += chunk.toString();
    if (!seen.startsWith('HTTP/1.1 200')) throw new Error(seen);
  }
}

test.each([
  { kind: 'passed chat completions', path: '/v1/chat/completions', model: SLOW_MODEL },
  { kind: 'passed messages', path: '/v1/messages', model: CLAUDE },
  { kind: 'messages translated for chat completions', path: '/v1/messages', model: SLOW_MODEL },
])(`streams that say nothing cost at most ${MAX_BYTES / 1000} KB each: $kind`, async ({ path, model }) => {
  await openStreams(path, model, FIRST);
  const costs: number[] = [];
  let before = await memory.occupied();
  for (let look = 0; look < LOOKS; look++) {
    await openStreams(path, model, MORE);
    const now = await memory.occupied();
    costs.push((now - before) / MORE);
    before = now;
  }
  // Resident memory comes in steps: some looks fall on a table that doubled, or on room that came back. The mean of
  // those in the middle moves less than any single one.
  const middle = costs.sort((a, b) => a - b).slice(2, -2);
  expect(middle.reduce((sum, cost) => sum + cost) / middle.length).toBeLessThan(MAX_BYTES);
});
