import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import {
  createServer,
  request as send,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { ApiError } from '../../../server/contract/errors/api-error.js';
import { Upload } from '../../../server/relay/uploads/uploads.js';
import { Gateway } from '../../setup/gateway.js';
import { until } from '../../setup/until.js';

/** Forms with large files: they cost disk, not memory (docs/relay/bodies.md). */
const MIB = 1024 * 1024;
const START = 1_000_000_000;
const PATH = '/v1/audio/transcriptions';
const BOUNDARY = '----edge';
const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
/** 16 kHz, 16 bit, one channel. */
const BYTES_PER_SECOND = 32_000;

/** What an upstream does with a request. */
type Manner = 'serve' | 'break' | 'refuse-unread' | 'take-nothing';

interface Received {
  readonly request: IncomingMessage;
  readonly sha: Promise<string>;
  readonly closed: Promise<unknown>;
}

let gateway: Gateway;
let upstream: Server;
let manners: Manner[] = [];
let received: Received[] = [];
let key: string;
let directory: string;
let arriving: (bytes: number) => void = () => undefined;

beforeAll(async () => {
  upstream = createServer((request, response) => serve(request, response, manners.shift() ?? 'serve'));
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  gateway = await Gateway.start();
  directory = join(process.env.TOLLGATE_DATA_DIR!, 'uploads');
  const base_url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  for (const name of ['first', 'second']) await gateway.addChannel({ name, base_url, models: 'whisper-1' });
  await gateway.option('RetryTimes', '2');
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  upstream?.closeAllConnections();
  upstream?.close();
});

beforeEach(async () => {
  manners = [];
  received = [];
  await gateway.setQuota(START);
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

afterEach(async () => {
  jest.restoreAllMocks();
  arriving = () => undefined;
  expect(await gateway.manage('GET', '/api/books')).toMatchObject({
    balanced: true,
    memory: { openHolds: 0 },
  });
  await nothingKept();
});

function serve(request: IncomingMessage, response: ServerResponse, manner: Manner): void {
  const hash = createHash('sha256');
  const sha = new Promise<string>((resolve) => request.once('end', () => resolve(hash.digest('hex'))));
  received.push({ request, sha, closed: once(response, 'close') });
  const answer = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (manner === 'take-nothing') return;
  if (manner === 'refuse-unread') return void answer(500, { error: { message: 'overloaded' } });
  request.on('data', (chunk: Buffer) => {
    hash.update(chunk);
    arriving(chunk.length);
  });
  request.once('end', () =>
    manner === 'serve' ? answer(200, { text: 'hello' }) : answer(500, { error: { message: 'overloaded' } }),
  );
}

const part = (head: string, value = '') =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${value}`;
const END = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

/** What stands before so many bytes of sound, which come before the model, as some clients have it. */
function opening(bytes: number): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + bytes, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(16_000, 24);
  head.writeUInt32LE(BYTES_PER_SECOND, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(bytes, 40);
  return Buffer.concat([Buffer.from(part('name="file"; filename="a.wav"')), head]);
}

const closing = Buffer.from(`\r\n${part('name="model"', 'whisper-1')}${END.toString()}`);

function form(bytes: number): Buffer {
  return Buffer.concat([opening(bytes), Buffer.alloc(bytes, 7), closing]);
}

const headers = () => ({ authorization: `Bearer ${key}`, 'content-type': FORM_TYPE });

function post(body: Uint8Array, more: Record<string, string> = {}): Promise<Response> {
  return fetch(`${gateway.url}${PATH}`, {
    method: 'POST',
    headers: { ...headers(), ...more },
    body: new Uint8Array(body),
  });
}

/** A request that is sent piece by piece. */
function begin(length: number) {
  const outgoing = send(`${gateway.url}${PATH}`, {
    method: 'POST',
    headers: { ...headers(), 'content-length': length },
  });
  outgoing.on('error', () => undefined);
  return outgoing;
}

/** Files of uploads that this process has open, with and without a name. */
async function openFiles(): Promise<string[]> {
  const named = await readdir(directory).catch(() => []);
  const handles = process.platform === 'linux' ? await readdir('/proc/self/fd') : [];
  const paths = await Promise.all(handles.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return [...named, ...paths.filter((path) => path.startsWith(directory))];
}

const nothingKept = () => until(async () => (await openFiles()).length === 0);

async function nothingCharged(): Promise<void> {
  expect(await gateway.logs()).toEqual([]);
  expect(await gateway.quota()).toBe(START);
}

test('60 MB are sent twice, byte for byte and without being in memory, and cost what their sound is long', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const inUse = () => {
    // What the first one finds is given back by the time the second one is through.
    collect();
    collect();
    return process.memoryUsage().external;
  };
  const block = Buffer.alloc(MIB, 7);
  const bytes = 60 * MIB;
  const hash = createHash('sha256').update(opening(bytes));
  const before = inUse();
  let most = 0;
  let count = 0;
  const look = (more: number) => {
    const looked = Math.floor(count / (20 * MIB));
    count += more;
    if (Math.floor(count / (20 * MIB)) > looked) most = Math.max(most, inUse() - before);
  };
  arriving = look;
  manners = ['break', 'serve'];
  const outgoing = begin(opening(bytes).length + bytes + closing.length);
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  outgoing.write(opening(bytes));
  for (let sent = 0; sent < bytes; sent += MIB) {
    hash.update(block);
    if (!outgoing.write(block)) await once(outgoing, 'drain');
    look(MIB);
  }
  outgoing.end(closing);
  const [answer] = await answered;
  expect(answer.statusCode).toBe(200);
  answer.resume();
  await once(answer, 'end');
  expect(count).toBeGreaterThan(3 * bytes);
  expect(most).toBeLessThan(10 * MIB);
  const whole = hash.update(closing).digest('hex');
  expect(await Promise.all(received.map(({ sha }) => sha))).toEqual([whole, whole]);
  expect(received[1]!.request.headers).toMatchObject({
    'content-type': FORM_TYPE,
    'content-length': String(opening(bytes).length + bytes + closing.length),
  });
  const seconds = Math.ceil(bytes / BYTES_PER_SECOND);
  const [row, ...others] = await gateway.logs();
  expect(others).toEqual([]);
  expect(row!.prompt_tokens).toBe(Math.round((seconds / 60) * 1000));
});

test('an upstream that refuses before it has read is left for the next one', async () => {
  manners = ['refuse-unread', 'serve'];
  const body = form(8 * MIB);
  expect((await post(body)).status).toBe(200);
  expect(await received[1]!.sha).toBe(createHash('sha256').update(body).digest('hex'));
});

test('a client that leaves in the middle leaves nothing behind', async () => {
  const outgoing = begin(form(8 * MIB).length);
  outgoing.write(form(8 * MIB).subarray(0, 4 * MIB));
  if (process.platform === 'linux') await until(async () => (await openFiles()).length === 1);
  // Its file has no name, so it ends with the process at the latest.
  expect(await readdir(directory)).toEqual([]);
  outgoing.destroy();
  await nothingKept();
  expect(received).toEqual([]);
  await nothingCharged();
});

test('a client that leaves while its form goes on takes the upstream call with it', async () => {
  manners = ['take-nothing'];
  const outgoing = begin(form(8 * MIB).length);
  outgoing.end(form(8 * MIB));
  await until(() => received.length === 1);
  outgoing.destroy();
  await nothingKept();
  received[0]!.request.resume();
  await received[0]!.closed;
  expect(received[0]!.request.complete).toBe(false);
  await nothingCharged();
});

describe('a disk', () => {
  const unavailable = { error: { message: expect.stringContaining('could not keep the files') } };

  test('that takes nothing is reported as such, and small forms need none', async () => {
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    await rm(directory, { recursive: true });
    await writeFile(directory, '');
    try {
      const answer = await post(form(MIB));
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject(unavailable);
      expect(received).toEqual([]);
      await nothingCharged();
      expect((await post(form(1000))).status).toBe(200);
    } finally {
      await rm(directory);
      await mkdir(directory);
    }
    expect((await post(form(MIB))).status).toBe(200);
  });

  test('that gives nothing back is not the channel’s fault', async () => {
    const lost = new ApiError('form_not_kept');
    jest.spyOn(Upload.prototype, 'readInto').mockRejectedValue(lost);
    const answer = await post(form(MIB));
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject(unavailable);
    await nothingCharged();
  });
});

test('a form is too large by what it announces', async () => {
  const outgoing = begin(65 * MIB);
  outgoing.write('--');
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(413);
  outgoing.destroy();
});

test('a form that is packed is unpacked on its way', async () => {
  const body = form(2 * MIB);
  expect((await post(gzipSync(body), { 'content-encoding': 'gzip' })).status).toBe(200);
  expect(await received[0]!.sha).toBe(createHash('sha256').update(body).digest('hex'));
  const broken = gzipSync(body).subarray(0, -9);
  expect((await post(broken, { 'content-encoding': 'gzip' })).status).toBe(400);
  expect((await post(body, { 'content-encoding': 'gzip' })).status).toBe(400);
  expect((await post(body, { 'content-encoding': 'zip' })).status).toBe(415);
});

test('a large form that breaks off is refused, and so is one without a file', async () => {
  const cut = await post(form(MIB).subarray(0, -9));
  expect(cut.status).toBe(400);
  expect(await cut.json()).toMatchObject({ error: { message: expect.stringContaining('is not closed') } });
  const large = part('name="other"; filename="a"', 'x'.repeat(MIB));
  expect((await post(Buffer.concat([Buffer.from(large), END]))).status).toBe(400);
  await nothingCharged();
});
