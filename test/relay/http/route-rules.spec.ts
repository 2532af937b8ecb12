import { request as httpRequest } from 'node:http';
import { operationRoutes } from '../../../server/dialects/operations/registry.js';
import {
  GOOGLE_PATHS,
  PLAYGROUND_IMAGES_PATH,
  PLAYGROUND_PATH,
  RELAYED,
} from '../../../server/relay/http/relay.routes.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Responses of paths that reach no provider: 404, 501, preflights. */
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
  test.each([
    ['POST', '/v1/edits'],
    ['POST', '/v1/images/variations'],
    ['GET', '/v1/files'],
    ['POST', '/v1/files'],
    ['GET', '/v1/files/file-1/content'],
    ['DELETE', '/v1/files/file-1'],
    ['POST', '/v1/fine-tunes'],
    ['GET', '/v1/fine-tunes/ft-1/events'],
    ['POST', '/v1/fine_tuning/jobs'],
    ['POST', '/v1/uploads'],
    ['POST', '/v1/batches'],
    ['GET', '/v1/vector_stores/vs_1'],
    ['DELETE', '/v1/models/gpt-4o'],
    ['DELETE', '/v1/models/meta/llama'],
    ['GET', '/v1/responses'],
    ['POST', '/v1/realtime/client_secrets'],
    ['POST', '/v1/realtime/calls'],
    ['GET', '/v1/live/sessions'],
    ['POST', '/v1/videos/edits'],
    ['GET', '/v1/videos/characters/char_1'],
    ['POST', '/kling/v1/videos/lip-sync'],
  ])('%s %s is a 501 in the words of OpenAI', async (method, path) => {
    const response = await call(method, path);
    expect(response.status).toBe(501);
    expectOpen(response);
    expect(await response.json()).toEqual({
      error: {
        message: 'API not implemented',
        type: 'new_api_error',
        param: '',
        code: 'api_not_implemented',
      },
    });
  });

  test.each([
    ['POST', '/v1beta/interactions'],
    ['DELETE', '/v1beta/interactions/i_1'],
    ['POST', '/v1beta/cachedContents'],
    ['POST', '/upload/v1beta/files'],
    ['POST', '/v1beta/models/gpt-4o:predictLongRunning'],
  ])("%s %s is one in Google's", async (method, path) => {
    const response = await call(method, path);
    expect(response.status).toBe(501);
    expect(await response.json()).toMatchObject({ error: { code: 501, status: 'UNIMPLEMENTED' } });
  });

  test('is said so whatever was sent along, and the connection serves on', async () => {
    const large = 'x'.repeat(3 * 1024 * 1024);
    expect((await call('POST', '/v1/files', large)).status).toBe(501);
    expect((await call('POST', '/v1/nothing', large)).status).toBe(404);
    expect((await call('POST', '/v1/chat/completions', large)).status).toBe(413);
    expect((await call('GET', '/v1/models')).status).toBe(200);
  });
});

describe('HEAD', () => {
  test.each([
    ['/v1/models', 200],
    ['/v1/models/gpt-4o', 200],
    ['/v1/models/nothing', 404],
    ['/v1/chat/completions', 404],
    ['/v1/nothing', 404],
    ['/v1/files', 501],
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

test.each([...POSTS, ...GETS, ...OTHERS])('a browser may ask before it calls %s', async (path) => {
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
