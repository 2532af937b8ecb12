import type { Redis } from 'ioredis';
import { ProviderResponses } from '../../../server/relay/routing/provider-responses.js';
import { TestGateway } from '../../setup/test-gateway.js';

/** Requests that continue from a response whose provider is not known. */
const START = 10_000_000;
const NATIVE = 'gpt-4.1';
const CHAT = 'gpt-4.1-mini';
const CLAUDE = 'claude-sonnet-4-5-20250929';
const app = TestGateway.forAllTests();
let native: number;

beforeAll(async () => {
  native = await app.addChannel('native', { models: NATIVE });
  // Type 6 is a relative of OpenAI's that has no responses.
  await app.addChannel('chats', { type: 6, models: CHAT });
  await app.addChannel('claude', { type: 14, models: CLAUDE });
});

beforeEach(() => app.gateway.setQuota(START));

const body = { input: 'q', previous_response_id: 'resp_before' };

test.each([
  ['/v1/responses', NATIVE, 404, 'response_not_found', 'resp_before'],
  ['/v1/responses/compact', NATIVE, 404, 'response_not_found', 'resp_before'],
  ['/v1/responses', CHAT, 404, 'response_not_found', 'resp_before'],
  ['/v1/responses', CLAUDE, 404, 'response_not_found', 'resp_before'],
])(
  '%s of %s: %i, and no channel is asked that happens to serve the model',
  async (path, model, status, code, named) => {
    const refused = await app.gateway.relay(path, app.key, { model, ...body });
    const { error } = (await refused.json()) as { error: { code: string; message: string } };
    expect([refused.status, error.code]).toEqual([status, code]);
    expect(error.message).toContain(named);
    expect(app.upstream.requests).toEqual([]);
    await app.gateway.quiet();
    expect(await app.gateway.quota()).toBe(START);
  },
);

test('a pinned channel is asked all the same: its upstream knows', async () => {
  const request = { model: NATIVE, ...body };
  expect((await app.gateway.relay('/v1/responses', `${app.key}-${native}`, request)).status).toBe(200);
  expect(app.upstream.last.json).toEqual(request);
});

test('without Redis nobody can say whether it is lost', async () => {
  const away = { get: () => Promise.reject(new Error('Connection is closed.')) } as unknown as Redis;
  await expect(new ProviderResponses(away, () => undefined).find('resp_before')).rejects.toMatchObject({
    status: 503,
  });
});
