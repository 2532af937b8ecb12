import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** What clients decide by in an error: status, type, code and param, in the words of the client's protocol. */
const OPENAI = 'gpt-4o';
const CLAUDE = 'claude-3-7-sonnet-20250219';
const GOOGLE = 'gemini-2.0-flash';

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  await gateway.addChannel({ type: 1, base_url: upstream.url, models: OPENAI });
  await gateway.addChannel({ type: 14, base_url: upstream.url, models: CLAUDE });
  await gateway.addChannel({ type: 24, base_url: upstream.url, models: GOOGLE });
  key = await gateway.addToken();
});
afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});
beforeEach(() => upstream.clear());

const messages = [{ role: 'user', content: 'hello' }];
type Client = (model: string, key: string, stream?: boolean) => Promise<Response>;
const chat: Client = (model, by, stream = false) =>
  gateway.relay('/v1/chat/completions', by, { model, messages, stream });
const responses: Client = (model, by, stream = false) =>
  gateway.relay('/v1/responses', by, { model, input: 'hello', stream });
const claude: Client = (model, by, stream = false) =>
  gateway.relay('/v1/messages', by, { model, messages, max_tokens: 9, stream });
const google: Client = (model, by, stream = false) =>
  gateway.relay(
    `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    by,
    {
      contents: [{ role: 'user', parts: [{ text: 'hello' }] }],
    },
  );

/** The upstream's next answer is this error. */
function refuse(status: number, body: object, headers: Record<string, string> = {}): void {
  upstream.next({ refuse: { status, body: JSON.stringify(body), headers } });
}

async function refused(answer: Promise<Response>): Promise<{ status: number; body: unknown }> {
  const response = await answer;
  return { status: response.status, body: await response.json() };
}

const wrongParameter = {
  error: { message: 'too many', type: 'invalid_request_error', param: 'max_tokens', code: null },
};

describe('the error object of an upstream', () => {
  test.each([
    ['chat', chat, false],
    ['chat, streamed', chat, true],
    ['Responses', responses, false],
    ['Responses, streamed', responses, true],
  ])('keeps type, param and a code of null for clients of %s', async (_name, client, stream) => {
    refuse(400, wrongParameter);
    expect(await refused(client(OPENAI, key, stream))).toEqual({
      status: 400,
      body: {
        error: {
          message: expect.stringContaining('too many'),
          type: 'invalid_request_error',
          param: 'max_tokens',
          code: null,
        },
      },
    });
  });

  test('has its code unchanged, also where it is a number', async () => {
    refuse(422, { error: { message: 'no', type: 'policy', param: null, code: 'content_blocked' } });
    expect((await refused(chat(OPENAI, key))).body).toMatchObject({
      error: { type: 'policy', param: null, code: 'content_blocked' },
    });
    refuse(422, { error: { message: 'no', code: 1301 } });
    expect((await refused(chat(OPENAI, key))).body).toMatchObject({ error: { param: null, code: 1301 } });
  });

  test('is replaced by the status where it has no message', async () => {
    refuse(422, { nothing: true });
    expect((await refused(chat(OPENAI, key))).body).toMatchObject({
      error: { type: 'upstream_error', param: '422', code: 'bad_response_status_code' },
    });
  });

  test('becomes a field violation for clients of Google', async () => {
    refuse(400, wrongParameter);
    expect((await refused(google(OPENAI, key))).body).toMatchObject({
      error: {
        code: 400,
        status: 'INVALID_ARGUMENT',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.BadRequest',
            fieldViolations: [{ field: 'max_tokens' }],
          },
        ],
      },
    });
  });

  test('of Anthropic has no param and no code for clients of OpenAI, and its type for its own', async () => {
    const error = { type: 'timeout_error', message: 'too slow' };
    refuse(500, { type: 'error', error });
    expect((await refused(chat(CLAUDE, key))).body).toMatchObject({
      error: { type: 'timeout_error', param: null, code: null },
    });
    refuse(500, { type: 'error', error });
    expect((await refused(claude(CLAUDE, key))).body).toMatchObject({ error: { type: 'timeout_error' } });
  });

  const quota = {
    error: {
      code: 429,
      message: 'quota exceeded',
      status: 'RESOURCE_EXHAUSTED',
      details: [
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34s' },
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'RATE_LIMIT_EXCEEDED',
          domain: 'googleapis.com',
          metadata: { consumer: 'projects/secret' },
        },
      ],
    },
  };

  test.each([
    ['Google', google],
    ['chat', chat],
    ['Messages', claude],
  ])('of Google names the time to wait in the header, for clients of %s', async (_name, client) => {
    refuse(429, quota);
    const response = await client(GOOGLE, key, true);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('34');
    await response.text();
  });

  test('of Google keeps its details for clients of Google, without those of the account', async () => {
    refuse(429, quota);
    const { body } = await refused(google(GOOGLE, key));
    expect(body).toMatchObject({
      error: {
        status: 'RESOURCE_EXHAUSTED',
        details: [
          { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34s' },
          { reason: 'RATE_LIMIT_EXCEEDED', domain: 'googleapis.com' },
        ],
      },
    });
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  test('of Google names the field at fault as param for clients of OpenAI', async () => {
    const fieldViolations = [{ field: 'generation_config.top_k', description: 'too large' }];
    const details = [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }];
    refuse(400, { error: { code: 400, message: 'no', status: 'INVALID_ARGUMENT', details } });
    expect((await refused(chat(GOOGLE, key))).body).toMatchObject({
      error: { type: 'INVALID_ARGUMENT', param: 'generation_config.top_k', code: 'INVALID_ARGUMENT' },
    });
  });

  test('of a wait is a RetryInfo for clients of Google, whoever asks for it', async () => {
    refuse(429, wrongParameter, { 'retry-after': '40' });
    expect((await refused(google(OPENAI, key))).body).toMatchObject({
      error: { details: expect.arrayContaining([expect.objectContaining({ retryDelay: '40s' })]) },
    });
  });
});

describe('a model that no channel serves', () => {
  test.each([
    ['chat', chat, { error: { code: 'model_not_found' } }],
    ['Responses', responses, { error: { code: 'model_not_found' } }],
    ['Messages', claude, { type: 'error', error: { type: 'not_found_error' } }],
    ['Google', google, { error: { code: 404, status: 'NOT_FOUND' } }],
  ])('is 404 for clients of %s where no channel of the group lists it', async (_name, client, error) => {
    expect(await refused(client('never-listed', key))).toMatchObject({ status: 404, body: error });
  });

  test('is 503 where channels list it that are out of service, and 404 in groups that have none', async () => {
    const id = await gateway.addChannel({ base_url: upstream.url, models: 'gpt-4.1' });
    await gateway.manage('PUT', '/api/channel/', { id, status: 2 });
    await gateway.channelStatus(id, 2);
    expect(await refused(chat('gpt-4.1', key))).toMatchObject({
      status: 503,
      body: { error: { code: 'model_not_found' } },
    });
    const vip = await gateway.addToken({ group: 'vip' });
    expect(await refused(chat('gpt-4.1', vip))).toMatchObject({ status: 404 });
  });
});

describe('an empty balance', () => {
  const billing = { status: 402, body: { type: 'error', error: { type: 'billing_error' } } };
  const google403 = {
    status: 403,
    body: { error: { status: 'PERMISSION_DENIED', details: [{ reason: 'BILLING_DISABLED' }] } },
  };
  const compatible = (code: string) => ({ status: 403, body: { error: { type: 'new_api_error', code } } });

  test.each([
    ['chat', chat, compatible('insufficient_user_quota')],
    ['Responses', responses, compatible('insufficient_user_quota')],
    ['Messages', claude, billing],
    ['Google', google, google403],
  ])('of the user is no reason to ask again for clients of %s', async (_name, client, error) => {
    await gateway.setQuota(0);
    try {
      expect(await refused(client(OPENAI, key))).toMatchObject(error);
    } finally {
      await gateway.setQuota(10_000_000);
    }
  });

  test.each([
    ['chat', chat, compatible('pre_consume_token_quota_failed')],
    ['Messages', claude, billing],
    ['Google', google, google403],
  ])('of the key is no reason to ask again for clients of %s', async (_name, client, error) => {
    const poor = await gateway.addToken({ unlimited_quota: false, remain_quota: 1 });
    expect(await refused(client(OPENAI, poor))).toMatchObject(error);
  });

  describe("with the option for OpenAI's own error", () => {
    beforeAll(() => gateway.option('QuotaErrorsAs429', 'true'));
    afterAll(() => gateway.option('QuotaErrorsAs429', 'false'));

    const openai = {
      status: 429,
      body: { error: { type: 'insufficient_quota', code: 'insufficient_quota', param: null } },
    };
    const clients = [
      ['chat', chat, openai],
      ['Responses', responses, openai],
      ['Messages', claude, billing],
      ['Google', google, google403],
    ] as const;

    test.each(clients)('of the user for clients of %s', async (_name, client, error) => {
      await gateway.setQuota(0);
      try {
        expect(await refused(client(OPENAI, key))).toMatchObject(error);
      } finally {
        await gateway.setQuota(10_000_000);
      }
    });

    test.each(clients)('of the key for clients of %s', async (_name, client, error) => {
      const low = await gateway.addToken({ unlimited_quota: false, remain_quota: 1 });
      expect(await refused(client(OPENAI, low))).toMatchObject(error);
      const empty = await gateway.addToken({ unlimited_quota: false, remain_quota: 0 });
      expect(await refused(client(OPENAI, empty))).toMatchObject(error);
    });
  });
});
