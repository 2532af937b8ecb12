import { request as httpRequest } from 'node:http';
import { operationRoutes } from '../../../server/dialects/operations/registry.js';
import {
  GOOGLE_PATHS,
  PLAYGROUND_IMAGES_PATH,
  PLAYGROUND_PATH,
  RELAYED,
} from '../../../server/relay/http/relay.routes.js';
import { UNBUILT } from '../../../server/relay/http/unbuilt-routes.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Responses of paths that reach no provider: 404, preflights. */
let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start({ MAX_BODY_MB: '1' });
  await gateway.addChannel({ base_url: upstream.url, models: 'gpt-4o' });
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

afterEach(() => expect(upstream.requests).toEqual([]));

const call = (method: string, path: string, body?: string) =>
  fetch(`${gateway.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}` },
    ...(body && { body }),
  });

const named = (path: string) => path.replace(':model', 'm').replace('*', 'm:generateContent');
const POSTS = [
  ...RELAYED.map(({ path }) => path),
  ...operationRoutes.map(({ path }) => named(path)),
  ...GOOGLE_PATHS.map(named),
  PLAYGROUND_PATH,
  PLAYGROUND_IMAGES_PATH,
  '/v1/messages/count_tokens',
  '/v1/responses/input_tokens',
];
const GETS = ['/v1/models', '/v1/models/m', '/v1beta/models', '/v1beta/models/m', '/v1beta/openai/models'];
const OTHERS = [
  '/v1/responses/resp_1',
  '/v1/responses/resp_1/input_items',
  '/v1/realtime',
  '/v1/files',
  '/v1/files/file-1/content',
  '/upload/v1beta/files',
  '/v1/nothing',
  '/v1beta/nothing',
];

function expectOpen(response: Response): void {
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  expect(response.headers.get('x-oneapi-request-id')).toMatch(/^\d{23}\w{8}$/);
}

describe('unknown paths', () => {
  test.each([
    ['GET', '/v1/nothing'],
    ['POST', '/v1/nothing'],
    ['PUT', '/v1/chat/nothing/deep'],
    ['DELETE', '/v1/nothing'],
    ['PATCH', '/v1/nothing'],
    ['POST', '/v1/embedding?x=1'],
    ['GET', '/v1beta/openai/nothing'],
    // Known paths, wrong methods: there is no 405.
    ['GET', '/v1/chat/completions'],
    ['DELETE', '/v1/completions'],
    ['PUT', '/v1/embeddings'],
    ['GET', '/v1/edits'],
    ['GET', '/v1/images/variations'],
    ['POST', '/v1/models'],
    ['POST', '/v1/realtime'],
    ['PATCH', '/v1/responses/resp_1'],
  ])('%s %s', async (method, path) => {
    const response = await call(method, path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('application/json');
    expectOpen(response);
    const message = `Invalid URL (${method} ${path.split('?')[0]})`;
    expect(await response.json()).toEqual({
      error: { message, type: 'invalid_request_error', param: '', code: '' },
    });
  });

  test("are reported in Anthropic's and Google's format where their clients look", async () => {
    expect(await (await call('GET', '/v1/messages')).json()).toEqual({
      type: 'error',
      error: { type: 'not_found_error', message: 'Invalid URL (GET /v1/messages)' },
    });
    for (const [method, path] of [
      ['GET', '/v1beta/nothing'],
      ['POST', '/v1beta/models/gpt-4o'],
      ['PUT', '/v1beta/models'],
    ] as const) {
      const response = await call(method, path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({
        error: { code: 404, message: `Invalid URL (${method} ${path})`, status: 'NOT_FOUND' },
      });
    }
  });

  test('a path that is no address at all is one of them', async () => {
    const status = await new Promise((resolve, reject) => {
      const sent = httpRequest(`${gateway.url}/v1/%zz`, { method: 'POST' }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on('error', reject).end();
    });
    expect(status).toBe(404);
  });

  test('a slash at the end is no other path', async () => {
    expect((await call('GET', '/v1/models/')).status).toBe(200);
    expect((await call('POST', '/v1/chat/completions/', '{}')).status).toBe(400);
  });
});

describe('what is known and not built', () => {
  const call404 = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${gateway.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...headers },
    });
    expect(response.status).toBe(404);
    expectOpen(response);
    return (await response.json()) as unknown;
  };

  test.each([
    ['POST', '/v1/edits', 'Edits'],
    ['POST', '/v1/images/variations', 'Image variations'],
    ['GET', '/v1/files', 'Files'],
    ['POST', '/v1/files', 'Files'],
    ['GET', '/v1/files/file-1/content', 'Files'],
    ['DELETE', '/v1/files/file-1', 'Files'],
    ['POST', '/v1/fine-tunes', 'Fine-tuning'],
    ['GET', '/v1/fine-tunes/ft-1/events', 'Fine-tuning'],
    ['POST', '/v1/fine_tuning/jobs', 'Fine-tuning'],
    ['POST', '/v1/uploads', 'Uploads'],
    ['POST', '/v1/batches', 'Batches'],
    ['GET', '/v1/vector_stores/vs_1', 'Vector stores'],
    ['DELETE', '/v1/models/gpt-4o', 'Deleting models'],
    ['DELETE', '/v1/models/meta/llama', 'Deleting models'],
    ['GET', '/v1/responses', 'Listing responses'],
    ['POST', '/v1/conversations', 'Conversations'],
    ['POST', '/v1/threads/t_1/runs', 'Assistants'],
    ['GET', '/v1/organization/costs', 'Organization administration'],
    ['POST', '/v1/realtime/client_secrets', 'Realtime client secrets'],
    ['POST', '/v1/realtime/sessions', 'Realtime client secrets'],
    ['POST', '/v1/realtime/calls', 'Realtime calls'],
    ['POST', '/v1/realtime/calls/c_1/hangup', 'Realtime calls'],
    ['GET', '/v1/live/sessions', 'Live sessions'],
    ['POST', '/v1/videos/edits', 'Video edits'],
    ['GET', '/v1/videos/characters/char_1', 'Video characters'],
    ['POST', '/kling/v1/videos/lip-sync', 'Kling videos of this kind'],
  ])("%s %s is a 404 that names it, in OpenAI's format", async (method, path, feature) => {
    expect(await call404(method, path)).toEqual({
      error: {
        message: `Not implemented by this gateway: ${feature} (${method} ${path})`,
        type: 'invalid_request_error',
        param: '',
        code: 'api_not_implemented',
      },
    });
  });

  test.each([
    ['POST', '/v1/messages/batches', {}],
    ['GET', '/v1/messages/batches/b_1/results', {}],
    ['POST', '/v1/complete', {}],
    ['POST', '/v1/memory_stores', {}],
    ['GET', '/v1/agents/a_1', {}],
    ['POST', '/v1/files', { 'anthropic-version': '2023-06-01' }],
    ['GET', '/v1/skills/s_1/versions', { 'anthropic-version': '2023-06-01' }],
  ])("%s %s %o is one in Anthropic's", async (method, path, headers) => {
    expect(await call404(method, path, headers)).toEqual({
      type: 'error',
      error: {
        type: 'not_found_error',
        message: expect.stringMatching(/^Not implemented by this gateway: .+ \(\w+ \/v1\//),
      },
    });
  });

  test.each([
    ['POST', '/v1beta/interactions'],
    ['DELETE', '/v1beta/interactions/i_1'],
    ['POST', '/v1beta/cachedContents'],
    ['POST', '/upload/v1beta/files'],
    ['GET', '/download/v1beta/files/f:download'],
    ['POST', '/v1beta/batches/b_1:cancel'],
    ['POST', '/v1alpha/auth_tokens'],
    ['POST', '/v1beta/models/gpt-4o:predictLongRunning'],
    ['POST', '/v1beta/models/gpt-4o:batchGenerateContent'],
    ['POST', '/v1/models/gpt-4o:asyncBatchEmbedContent'],
  ])("%s %s is one in Google's", async (method, path) => {
    expect(await call404(method, path)).toEqual({
      error: {
        code: 404,
        status: 'NOT_FOUND',
        message: expect.stringContaining('Not implemented by this gateway: '),
      },
    });
  });

  test('no route of the list has another answer, whoever calls', async () => {
    const seen = new Set<string>();
    for (const { feature, method, path } of UNBUILT)
      for (const headers of [{}, { 'anthropic-version': '2023-06-01' }] as Record<string, string>[]) {
        const body = JSON.stringify(await call404(method[0]!, path.replace('*', 'x'), headers));
        expect(body).toContain(`Not implemented by this gateway: ${feature} (`);
        expect(body).not.toContain('api_error');
        seen.add(feature);
      }
    expect(seen.size).toBeGreaterThan(25);
  });

  test('is an error whatever the size of the body, and the connection stays usable', async () => {
    const large = 'x'.repeat(3 * 1024 * 1024);
    expect((await call('POST', '/v1/files', large)).status).toBe(404);
    expect((await call('POST', '/v1/nothing', large)).status).toBe(404);
    expect((await call('POST', '/v1/chat/completions', large)).status).toBe(413);
    expect((await call('GET', '/v1/models')).status).toBe(200);
  });
});

describe('addresses that no page and no API has', () => {
  const LIVE = 'google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent';
  const google = (error: object) => ({ error: { code: 404, status: 'NOT_FOUND', ...error } });
  const openai = (error: object) => ({
    error: { type: 'invalid_request_error', param: '', code: '', ...error },
  });
  const music = (rest: object) => ({ code: 'invalid_request', data: null, ...rest });
  const drawing = ({ message }: { message: string }) => ({
    description: message,
    type: 'invalid_request_error',
    code: 4,
  });
  const PATHS: readonly (readonly [string, (error: { message: string }) => object])[] = [
    ['/v1', openai],
    ['/v1/', openai],
    ['/v1/nothing/', openai],
    ['//v1/nothing', openai],
    ['/%761/nothing', openai],
    ['/V1/nothing', openai],
    ['/v1%2Fnothing', openai],
    ['/v1/%zz', openai],
    ['/v1beta', google],
    ['/v1beta/nothing/', google],
    ['/%761beta/nothing', google],
    ['/v1beta1/nothing', google],
    ['/v1alpha', google],
    ['/v1alpha/models/m:generateContent', google],
    ['/v1beta/openai/nothing', openai],
    ['/ws', google],
    ['/ws/', google],
    [`/ws/${LIVE}`, google],
    [`/ws/${LIVE}/`, google],
    [`/%77s/${LIVE}`, google],
    ['/ws%2Fnothing', google],
    ['/ws/%zz', google],
    ['/ws/%00', google],
    ['/api', openai],
    ['/api/nothing', openai],
    ['/api/nothing/', openai],
    ['/pg', openai],
    ['/pg/nothing', openai],
    ['/suno', music],
    ['/suno/nothing/', music],
    ['/mj', drawing],
    ['/fast/mj/nothing', drawing],
  ];

  /** `fetch` would normalize the path and cannot request an upgrade. */
  const raw = (method: string, path: string, headers: Record<string, string>) =>
    new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
      const { hostname, port } = new URL(gateway.url);
      const sent = httpRequest({ hostname, port, method, path, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
          resolve({ status: answer.statusCode, body });
        });
      });
      sent.on('upgrade', () => reject(new Error('upgraded')));
      sent.on('error', reject).end();
    });
  const UPGRADE = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-version': '13',
  };

  test.each(PATHS)(
    '%s is a 404 in the format of its API, for every method and as a WebSocket',
    async (path, body) => {
      for (const [method, headers] of [
        ['GET', {}],
        ['POST', {}],
        ['PUT', {}],
        ['PATCH', {}],
        ['DELETE', {}],
        ['GET', UPGRADE],
      ] as const) {
        const message = `Invalid URL (${method} ${path})`;
        expect(await raw(method, `${path}?key=secret`, headers)).toEqual({
          status: 404,
          body: body({ message }),
        });
      }
    },
  );

  test('a WebSocket to a page of the console is refused', async () => {
    expect(await raw('GET', '/console/token', UPGRADE)).toMatchObject({ status: 404 });
  });
});

describe('HEAD', () => {
  test.each([
    ['/v1/models', 200],
    ['/v1/models/gpt-4o', 200],
    ['/v1/models/nothing', 404],
    ['/v1/chat/completions', 404],
    ['/v1/nothing', 404],
    ['/v1/files', 404],
  ])('%s is what GET would answer, without a body', async (path, status) => {
    const response = await call('HEAD', path);
    expect(response.status).toBe(status);
    expectOpen(response);
    expect(await response.text()).toBe('');
    expect((await call('GET', path)).status).toBe(status);
  });

  test('needs a key where GET does', async () => {
    expect((await fetch(`${gateway.url}/v1/models`, { method: 'HEAD' })).status).toBe(401);
  });
});

const TASKS = [
  '/mj/submit/imagine',
  '/mj/task/1/fetch',
  '/fast/mj/submit/imagine',
  '/mj-fast/mj/submit/imagine',
  '/suno/submit/music',
  '/suno/fetch/1',
  '/kling/v1/videos/text2video',
  '/jimeng',
  '/jimeng/',
];

test.each([...POSTS, ...GETS, ...OTHERS, ...TASKS])('a browser may ask before it calls %s', async (path) => {
  const response = await fetch(`${gateway.url}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,x-stainless-lang',
    },
  });
  expect(response.status).toBe(204);
  expectOpen(response);
  expect(response.headers.get('access-control-allow-methods')).toBe('GET,POST,PUT,DELETE,OPTIONS');
  expect(response.headers.get('access-control-allow-headers')).toBe('authorization,x-stainless-lang');
  expect(response.headers.get('access-control-max-age')).toBe('43200');
  const plain = await fetch(`${gateway.url}${path}`, { method: 'OPTIONS' });
  expect(plain.headers.get('access-control-allow-headers')).toBe('*');
});

test.each(POSTS.filter((path) => !path.startsWith('/pg/')))(
  'POST %s without a key is a 401 that pages of other sites may read',
  async (path) => {
    const response = await fetch(`${gateway.url}${path}`, { method: 'POST' });
    expect(response.status).toBe(401);
    expectOpen(response);
  },
);

test('the management API and the console have their own rules', async () => {
  const preflight = await fetch(`${gateway.url}/api/user/self`, { method: 'OPTIONS' });
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  expect((await call('GET', '/v1/dashboard/billing/usage')).status).toBe(200);
  const unknown = await call('POST', '/api/nothing');
  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toEqual({
    error: {
      message: 'Invalid URL (POST /api/nothing)',
      type: 'invalid_request_error',
      param: '',
      code: '',
    },
  });
});
