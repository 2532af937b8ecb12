import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError } from '../../server/contract/errors/api-error.js';
import type { RecogniseKeyResponse } from '../../server/contract/resources/channels/key-recognition.js';
import { UPSTREAM_INFO, type UpstreamInfo } from '../../server/channels/upstream/upstream-info.js';
import { Management, type Visitor } from '../setup/management.js';

const HEX_KEY = `sk-${'0a1b2c3d'.repeat(4)}`;

let gateway: Management;
let root: Visitor;
let server: Server;
/** Path → body or status; other paths return 404. */
let answers: Record<string, object | number | string>;
const asked: IncomingMessage[] = [];

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
  server = createServer((request, response) => {
    asked.push(request);
    const answer = answers[request.url!.split('?')[0]!] ?? 404;
    if (typeof answer === 'number') return response.writeHead(answer).end('{}');
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

beforeEach(() => {
  asked.length = 0;
  answers = {};
});

afterEach(() => {
  jest.restoreAllMocks();
});

afterAll(async () => {
  await gateway?.close();
  server?.close();
});

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function recognise(body: object): Promise<RecogniseKeyResponse> {
  const reply = await root.post<RecogniseKeyResponse>('/api/channel/recognise', body);
  if (!reply.success) throw new Error(reply.message);
  return reply.data;
}

/** What each upstream returns, by type and address; all others reject the key. */
function upstreams(lists: Record<string, string[] | ApiError>) {
  const info = gateway.app.get<UpstreamInfo>(UPSTREAM_INFO);
  return jest.spyOn(info, 'list').mockImplementation(async ({ type, baseUrl }) => {
    const answer =
      lists[`${type} ${baseUrl}`.trim()] ?? new ApiError('upstream_info_status', { status: 401 });
    if (answer instanceof ApiError) throw answer;
    return { models: answer, body: undefined };
  });
}

describe('by the form of the key', () => {
  test('a prefix names the provider; nothing is called', async () => {
    const list = upstreams({});
    expect(await recognise({ key: ' gsk_abcdefgh \n' })).toEqual({
      candidates: [
        {
          type: 1000,
          label: null,
          base_url: '',
          certainty: 'certain',
          reason: 'key_prefix',
          prefix: 'gsk_',
          key_form: 0,
          models: [],
        },
      ],
      probes: [{ type: 1000, label: null, base_url: '', outcome: 'not_asked' }],
    });
    expect(list).not.toHaveBeenCalled();
  });

  test('a key of several providers names all of them, and those that could be asked', async () => {
    const list = upstreams({});
    const { candidates, probes } = await recognise({ key: HEX_KEY });
    expect(candidates.map(({ type, certainty }) => [type, certainty])).toEqual([
      [43, 'likely'],
      [17, 'likely'],
      [17, 'likely'],
      [1, 'possible'],
      [25, 'possible'],
      [25, 'possible'],
      [40, 'possible'],
      [40, 'possible'],
    ]);
    expect(probes.every(({ outcome }) => outcome === 'not_asked')).toBe(true);
    expect(probes.map(({ type }) => type).sort((one, other) => one - other)).toEqual([
      1, 17, 17, 25, 25, 40, 40, 43,
    ]);
    expect(probes.find(({ base_url }) => base_url === 'https://api.moonshot.ai')?.label?.en).toBe(
      'International',
    );
    expect(list).not.toHaveBeenCalled();
  });

  test('a provider that lists its models to anyone is not asked', async () => {
    const list = upstreams({});
    const { candidates, probes } = await recognise({ key: 'sk-or-v1-abc', probe: true });
    expect(candidates).toMatchObject([{ type: 20, certainty: 'certain' }]);
    expect(probes).toEqual([]);
    expect(list).not.toHaveBeenCalled();
  });

  test('an unknown key has no candidates', async () => {
    expect(await recognise({ key: 'password' })).toEqual({ candidates: [], probes: [] });
  });

  test.each(['', ' \n'])('a key is required: %j', async (key) => {
    expect(await root.post('/api/channel/recognise', { key })).toMatchObject({
      success: false,
      extras: { code: 'channel_key_missing' },
    });
  });
});

describe('by the providers’ lists of models', () => {
  test('the provider that lists its models is certain; the others are not waited for', async () => {
    upstreams({ '25 https://api.moonshot.ai': ['kimi-k3', 'kimi-k2.7'] });
    const { candidates, probes } = await recognise({ key: HEX_KEY, probe: true });
    expect(candidates).toMatchObject([
      {
        type: 25,
        base_url: 'https://api.moonshot.ai',
        certainty: 'certain',
        reason: 'model_list',
        models: ['kimi-k3', 'kimi-k2.7'],
      },
    ]);
    expect(probes.find(({ outcome }) => outcome === 'listed')).toMatchObject({ type: 25 });
    expect(probes.filter(({ outcome }) => outcome === 'rejected')).toHaveLength(7);
  });

  test('calls that still run are ended by the first list', async () => {
    const info = gateway.app.get<UpstreamInfo>(UPSTREAM_INFO);
    let ended = 0;
    jest.spyOn(info, 'list').mockImplementation(({ type }, signal) => {
      if (type === 43) return Promise.resolve({ models: ['deepseek-chat'], body: undefined });
      return new Promise((_resolve, reject) =>
        signal!.addEventListener('abort', () => {
          ended++;
          reject(new ApiError('upstream_info_unreachable'));
        }),
      );
    });
    const { candidates, probes } = await recognise({ key: HEX_KEY, probe: true });
    expect(candidates).toMatchObject([{ type: 43, certainty: 'certain' }]);
    expect(ended).toBe(7);
    expect(probes.filter(({ outcome }) => outcome === 'cancelled')).toHaveLength(7);
  });

  test('providers that reject the key drop out; those that cannot be reached stay', async () => {
    upstreams({ '17': new ApiError('upstream_info_unreachable'), '43': [] });
    const { candidates } = await recognise({ key: HEX_KEY, probe: true });
    expect(candidates.map(({ type, base_url, certainty }) => [type, base_url, certainty])).toEqual([
      [43, '', 'likely'],
      [17, '', 'likely'],
    ]);
  });

  test.each(['{"type": "service_account", "broken', 'AKIAONLY', 'bce-v3/\ud800'])(
    'a malformed key is no error: %j',
    async (key) => {
      const { candidates } = await recognise({
        key,
        base_url: '',
        probe: key.startsWith('{') || key === 'AKIAONLY',
      });
      expect(candidates).toMatchObject([{ certainty: 'certain' }]);
    },
  );

  test('a provider that is certain by its prefix stays, also if it rejects the key', async () => {
    upstreams({});
    expect(await recognise({ key: 'gsk_revoked', probe: true })).toMatchObject({
      candidates: [{ type: 1000, certainty: 'certain' }],
      probes: [{ type: 1000, outcome: 'rejected' }],
    });
  });
});

describe('by the address', () => {
  test('the host of a provider names it, whatever the key', async () => {
    const { candidates, probes } = await recognise({ key: 'any', base_url: 'https://api.deepseek.com/v1' });
    expect(candidates).toMatchObject([{ type: 43, base_url: '', certainty: 'certain', reason: 'address' }]);
    expect(probes).toMatchObject([{ type: 43, outcome: 'not_asked' }]);
  });

  test('an unknown address may be compatible with OpenAI; it is called only if requested', async () => {
    const { candidates, probes } = await recognise({ key: 'any', base_url: `${url()}/v1/` });
    expect(candidates).toMatchObject([
      { type: 1, base_url: url(), certainty: 'possible', reason: 'compatible' },
    ]);
    expect(probes.map(({ type, base_url }) => [type, base_url])).toEqual([
      [4, url()],
      [1, url()],
      [14, url()],
      [24, url()],
    ]);
    expect(asked).toEqual([]);
  });

  const model = (id: string, owned_by: string) => ({ id, object: 'model', owned_by });
  test.each<[string, number, Record<string, object>, string[]]>([
    ['OpenAI', 1, { '/v1/models': { object: 'list', data: [model('gpt-5', 'openai')] } }, ['gpt-5']],
    ['vLLM', 1021, { '/v1/models': { object: 'list', data: [model('qwen3', 'vllm')] } }, ['qwen3']],
    ['SGLang', 1022, { '/v1/models': { object: 'list', data: [model('qwen3', 'sglang')] } }, ['qwen3']],
    ['llama.cpp', 1024, { '/v1/models': { data: [model('gemma', 'llamacpp')] } }, ['gemma']],
    ['LM Studio', 1023, { '/v1/models': { data: [model('qwen3-4b', 'organization_owner')] } }, ['qwen3-4b']],
    [
      'Ollama',
      4,
      {
        '/api/tags': { models: [{ name: 'llama3:8b' }] },
        '/v1/models': { object: 'list', data: [model('llama3:8b', 'library')] },
      },
      ['llama3:8b'],
    ],
    [
      'Anthropic',
      14,
      { '/v1/models': { data: [{ type: 'model', id: 'claude-opus-5' }], has_more: false } },
      ['claude-opus-5'],
    ],
    [
      'Gemini',
      24,
      {
        '/v1beta/models': {
          models: [{ name: 'models/gemini-3.6-flash', supportedGenerationMethods: ['generateContent'] }],
        },
      },
      ['gemini-3.6-flash'],
    ],
  ])('a list as %s returns it names the type %i', async (_name, type, given, models) => {
    answers = given;
    const { candidates, probes } = await recognise({ key: 'secret-key', base_url: url(), probe: true });
    expect(candidates[0]).toEqual({
      type,
      label: null,
      base_url: url(),
      certainty: 'certain',
      reason: 'model_list',
      prefix: '',
      key_form: 0,
      models,
    });
    expect(probes.some(({ outcome }) => outcome === 'listed')).toBe(true);
    expect(
      asked.map(({ headers }) => JSON.stringify(headers)).every((sent) => sent.includes('secret-key')),
    ).toBe(true);
  });

  test.each([
    ['a page', { '/v1/models': '<html>' }],
    ['an error', { '/v1/models': { error: { message: 'secret-key is unknown' } } }],
    ['a rejection', { '/v1/models': 401 }],
  ])('%s is no list; the key is not repeated', async (_name, given) => {
    answers = given;
    const reply = await root.post<RecogniseKeyResponse>('/api/channel/recognise', {
      key: 'secret-key',
      base_url: url(),
      probe: true,
    });
    expect(reply.data.candidates).toMatchObject([{ type: 1, certainty: 'possible', reason: 'compatible' }]);
    expect(reply.data.probes.every(({ outcome }) => outcome !== 'listed')).toBe(true);
    expect(JSON.stringify(reply)).not.toContain('secret-key');
  });
});
