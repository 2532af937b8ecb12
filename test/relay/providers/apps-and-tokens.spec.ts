import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';
import { IMAGE } from '../protocols/compatibility/clients.js';

/** Providers whose requests take several calls: uploads before a request, and a token that is exchanged again. */
const DIFY = 'an-app';
const COZE = '7379462189365198898';
const BAIDU = 'ERNIE-4.0-8K';
const models = [DIFY, COZE, BAIDU];

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  key = await gateway.addToken();
  await gateway.option('RetryTimes', '0');
  await gateway.option('ModelRatio', JSON.stringify(Object.fromEntries(models.map((model) => [model, 1]))));
  const base_url = upstream.url;
  await gateway.addChannel({ type: 37, base_url, models: DIFY });
  await gateway.addChannel({ type: 49, base_url, models: COZE });
  await gateway.addChannel({ type: 15, base_url, models: BAIDU, key: 'ak|sk' });
});
beforeEach(() => upstream.clear());
afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${IMAGE}` } };
const sendChat = async (model: string, stream = false, content: unknown = 'hello') => {
  const body = { model, stream, messages: [{ role: 'user', content }] };
  const answer = await gateway.relay('/v1/chat/completions', key, body);
  return { status: answer.status, text: await answer.text() };
};
const paths = () => upstream.requests.map(({ path }) => path);

test.each([
  [DIFY, '/v1/chat-messages', 'upload_file_id'],
  [COZE, '/v3/chat', 'file_id'],
])('%s: an image is uploaded before the request that names it', async (model, path, member) => {
  for (const stream of [false, true]) {
    upstream.clear();
    const { status, text } = await sendChat(model, stream, [image]);
    expect(status).toBe(200);
    expect(text).toContain(stream ? '"Hello"' : 'Hello from the scripted upstream.');
    expect(paths()).toEqual(['/v1/files/upload', path]);
    expect(upstream.requests[0]!.body.includes(Buffer.from(IMAGE, 'base64'))).toBe(true);
    expect(upstream.last.body.toString().replaceAll('\\', '')).toContain(`"${member}":"file-scripted"`);
  }
});

test('Baidu: a token that a good response reports as invalid is exchanged again, and the client notices nothing', async () => {
  const invalid = { refuse: { status: 200, body: '{"error_code":111,"error_msg":"Access token expired"}' } };
  for (const stream of [false, true]) {
    upstream.clear();
    upstream.next(invalid, 'plain');
    const { status, text } = await sendChat(BAIDU, stream);
    expect(status).toBe(200);
    expect(text).not.toContain('expired');
    expect(
      paths()
        .slice(-3)
        .map((path) => path.split('?')[0]),
    ).toEqual([
      expect.stringContaining('/chat/completions_pro'),
      '/oauth/2.0/token',
      expect.stringContaining('/chat/completions_pro'),
    ]);
  }
});

test.each([
  [COZE, '{"code":4011,"msg":"the balance is insufficient"}', 402],
  [BAIDU, '{"error_code":336003,"error_msg":"bad messages"}', 400],
])('%s: an error inside a 200 is no answer', async (model, body, status) => {
  for (const stream of [false, true]) {
    upstream.next({ refuse: { status: 200, body } });
    expect((await sendChat(model, stream)).status).toBe(status);
  }
});
