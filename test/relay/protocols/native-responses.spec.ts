import OpenAI from 'openai';
import { readFileSync } from 'node:fs';
import { RelayServices } from '../../../server/relay/relay-services.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** What an upstream with responses of its own does for them, beside channels of the same provider without, and of Anthropic. */
const SCRIPTED_NATIVE = 'gpt-4.1';
const SCRIPTED_CHAT = 'gpt-4.1-mini';
const SCRIPTED_CLAUDE = 'claude-sonnet-4-5-20250929';
const START = 10_000_000;
const usage = { input_tokens: 5, output_tokens: 5, total_tokens: 10 };

let gateway: Gateway;
let upstream: ScriptedUpstream;
let openai: OpenAI;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  // Type 6 is a relative of OpenAI's that has no responses.
  await gateway.addChannel({ type: 1, base_url: upstream.url, models: SCRIPTED_NATIVE });
  await gateway.addChannel({ type: 6, base_url: upstream.url, models: SCRIPTED_CHAT });
  await gateway.addChannel({ type: 14, base_url: upstream.url, models: SCRIPTED_CLAUDE });
  key = await gateway.addToken();
  openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: key, maxRetries: 0 });
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(async () => {
  upstream.clear();
  await gateway.option('RetryTimes', '0');
  await gateway.setQuota(START);
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

/** The least an upstream may answer. */
function answerNamed(id: string): string {
  return JSON.stringify({ id, object: 'response', status: 'completed', output: [], usage });
}

describe('answers that the upstream keeps', () => {
  const answerWith = (body: object) => upstream.next({ refuse: { status: 200, body: JSON.stringify(body) } });
  const request = { model: SCRIPTED_NATIVE, input: 'q' };

  test('are shown and forgotten for nothing, with the key that got them', async () => {
    const { id } = await openai.responses.create(request);
    answerWith({ id, object: 'response', status: 'completed', output: [] });
    const before = (await gateway.logs()).length;
    expect(await openai.responses.retrieve(id, { include: ['reasoning.encrypted_content'] })).toMatchObject({
      id,
    });
    expect(upstream.last).toMatchObject({ method: 'GET', headers: { authorization: 'Bearer sk-upstream' } });
    expect(upstream.last.path).toContain(`/v1/responses/${id}?include`);
    answerWith({ object: 'list', data: [{ id: 'msg_1', type: 'message' }], has_more: false });
    const items: string[] = [];
    for await (const item of openai.responses.inputItems.list(id)) items.push(item.id ?? '');
    expect(items).toEqual(['msg_1']);
    answerWith({ id, object: 'response.deleted', deleted: true });
    await openai.responses.delete(id);
    expect(upstream.last).toMatchObject({ method: 'DELETE', path: `/v1/responses/${id}` });
    expect(await gateway.logs()).toHaveLength(before);
  });

  test('are cancelled by the channel and key that keep them, as far as the provider allows', async () => {
    const { id } = await openai.responses.create(request);
    answerWith({ id, object: 'response', status: 'cancelled', output: [] });
    expect(await openai.responses.cancel(id)).toMatchObject({ status: 'cancelled' });
    expect(upstream.last).toMatchObject({
      method: 'POST',
      path: `/v1/responses/${id}/cancel`,
      headers: { authorization: 'Bearer sk-upstream' },
    });
    upstream.next({ refuse: { status: 400, message: 'Cannot cancel a synchronous response.' } });
    await expect(openai.responses.cancel(id)).rejects.toMatchObject({ status: 400 });
    await expect(openai.responses.cancel('resp_nothing')).rejects.toMatchObject({ status: 404 });
  });

  test('that nobody got from here, or somebody else, are not found, and the upstream is not asked', async () => {
    const id = 'resp_of_another';
    gateway.app
      .get(RelayServices)
      .providerResponses.keep({ id, userId: 2, channelId: 1, keyIndex: 0 }, 'test');
    for (const unknown of [id, 'resp_nothing', 'a/b', 'x'.repeat(300)])
      await expect(openai.responses.retrieve(unknown)).rejects.toMatchObject({ status: 404 });
    expect(upstream.requests).toHaveLength(0);
  });

  test('are none when the client did not want them kept', async () => {
    upstream.otherwise = { refuse: { status: 200, body: answerNamed('resp_unkept') } };
    await openai.responses.create({ ...request, store: false });
    await expect(openai.responses.retrieve('resp_unkept')).rejects.toMatchObject({ status: 404 });
  });

  test('the errors of the upstream are passed on, and a stream of what is whole is one of ours', async () => {
    const { id } = await openai.responses.create(request);
    upstream.next({ refuse: { status: 404, message: 'gone' } });
    await expect(openai.responses.retrieve(id)).rejects.toMatchObject({ status: 404 });
    await expect(openai.responses.retrieve(id, { stream: true })).rejects.toMatchObject({ status: 400 });
    const stranger = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'sk-wrong', maxRetries: 0 });
    await expect(stranger.responses.retrieve(id)).rejects.toMatchObject({ status: 401 });
  });
});

describe('what only an upstream with responses of its own can do', () => {
  const criteria: [string, object][] = [
    ['web_search', { tools: [{ type: 'web_search' }], tool_choice: { type: 'web_search' } }],
    ['item_reference', { input: [{ type: 'item_reference', id: 'msg_1' }] }],
    ['required', { tools: [{ type: 'computer_use_preview' }], tool_choice: 'required' }],
  ];
  test.each(criteria)('%s passes there, and is a refusal that names it elsewhere', async (name, fields) => {
    const body = { input: 'q', ...fields };
    const passed = await gateway.relay('/v1/responses', key, { model: SCRIPTED_NATIVE, ...body });
    expect(passed.status).toBe(200);
    expect(upstream.last).toMatchObject({ path: '/v1/responses', json: { model: SCRIPTED_NATIVE, ...body } });
    await gateway.setQuota(START);
    for (const model of [SCRIPTED_CHAT, SCRIPTED_CLAUDE]) {
      const refused = await gateway.relay('/v1/responses', key, { model, ...body });
      expect(refused.status).toBe(400);
      const { error } = (await refused.json()) as { error: { code: string; message: string } };
      expect(error.code).toBe('unsupported_parameter');
      expect(error.message).toContain(name);
    }
    expect(upstream.requests).toHaveLength(1);
    expect(await gateway.quota()).toBe(START);
  });

  test('what goes on from an answer goes to the channel and key that keep it, for its owner alone', async () => {
    const model = 'gpt-4.1-nano';
    for (const name of ['one', 'two'])
      await gateway.addChannel({ name, type: 1, key: `sk-${name}`, base_url: upstream.url, models: model });
    const setting = JSON.stringify({ multi_key: true });
    const channelId = await gateway.addChannel({
      key: 'sk-three\nsk-four',
      setting,
      base_url: upstream.url,
      models: model,
    });
    const places = new Set<string>();
    for (let round = 0; round < 25; round++) {
      const id = `resp_${round}`;
      upstream.next({ refuse: { status: 200, body: answerNamed(id) } }, 'plain');
      await openai.responses.create({ model, input: `q ${round}` });
      await openai.responses.create({ model, input: 'and then?', previous_response_id: id });
      const [first, second] = upstream.requests.slice(-2);
      expect(second!.headers.authorization).toBe(first!.headers.authorization);
      places.add(first!.headers.authorization!);
    }
    expect(places.size).toBe(4);
    const requestsBefore = upstream.requests.length;
    const id = 'resp_of_another';
    gateway.app.get(RelayServices).providerResponses.keep({ id, userId: 2, channelId, keyIndex: 0 }, 'test');
    const request = { model, input: 'mine now', previous_response_id: id };
    const refused = await gateway.relay('/v1/responses', key, request);
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({ error: { code: 'response_not_found' } });
    expect(upstream.requests).toHaveLength(requestsBefore);
  });

  test('of two channels the one that speaks it is asked', async () => {
    await gateway.addChannel({ type: 14, base_url: upstream.url, models: 'o3' });
    await gateway.addChannel({ type: 1, base_url: upstream.url, models: 'o3' });
    for (let round = 0; round < 5; round++)
      await openai.responses.create({ model: 'o3', input: `q ${round}` });
    expect(upstream.requests.map(({ path }) => path)).toEqual(Array(5).fill('/v1/responses'));
  });

  test('a stream that breaks off while retries are left and nobody can carry it on is numbered on, too', async () => {
    const model = 'o4-mini';
    for (const type of [1, 1]) await gateway.addChannel({ type, base_url: upstream.url, models: model });
    await gateway.option('RetryTimes', '2');
    upstream.otherwise = { frames: 7, ending: 'cut' };
    const response = await gateway.relay('/v1/responses', key, { model, input: 'q', stream: true });
    const numbers = [...(await response.text()).matchAll(/"sequence_number":(\d+)/g)].map(([, n]) =>
      Number(n),
    );
    expect(numbers).toEqual([...numbers.keys()]);
  });

  test('requests to a channel whose endpoints exclude responses are translated', async () => {
    const setting = JSON.stringify({ endpoints: ['chat'] });
    const models = 'gpt-4o-2024-11-20,text-embedding-3-small';
    const channel = { type: 1, base_url: upstream.url, models, setting };
    await gateway.addChannel(channel);
    const model = 'gpt-4o-2024-11-20';
    expect((await openai.responses.create({ model, input: 'q' })).status).toBe('completed');
    expect(upstream.last.path).toBe('/v1/chat/completions');
    await openai.chat.completions.create({ model, messages: [{ role: 'user', content: 'q' }] });
    expect(upstream.last.json).toMatchObject({ messages: [{ role: 'user', content: 'q' }] });
    await expect(
      openai.embeddings.create({ model: 'text-embedding-3-small', input: 'q' }),
    ).rejects.toMatchObject({ status: 400 });
    const wrong = { ...channel, setting: JSON.stringify({ endpoints: ['everything'] }) };
    await expect(gateway.addChannel(wrong)).rejects.toThrow();
  });

  test("the provider's own tools are charged by the call", async () => {
    const body = readFileSync('test/fixtures/providers/openai/responses-answer.json', 'utf8');
    upstream.next({ refuse: { status: 200, body } });
    await openai.responses.create({
      model: SCRIPTED_NATIVE,
      input: 'q',
      tools: [{ type: 'web_search_preview' }],
    });
    const [row] = await gateway.logs();
    // 36 tokens in (10 cached, 6 written), 87 out, and one search at 25 USD per 1000.
    expect(row!.quota).toBeGreaterThan(12_500);
    expect(row!.quota).toBeLessThan(14_000);
    expect(await gateway.quota()).toBe(START - row!.quota);
  });
});

test('work in the background is refused, and nothing is asked for it', async () => {
  const background = await gateway.relay('/v1/responses', key, {
    model: SCRIPTED_NATIVE,
    input: 'q',
    background: true,
  });
  expect(background.status).toBe(400);
  expect(await background.json()).toMatchObject({ error: { code: 'unsupported_parameter' } });
  const socket = await fetch(`${gateway.url}/v1/responses`, { headers: { authorization: `Bearer ${key}` } });
  expect(socket.status).toBe(404);
  expect(upstream.requests).toHaveLength(0);
});

describe('conversations are made shorter', () => {
  const sent = { model: SCRIPTED_NATIVE, input: 'hello', instructions: 'Be kind.' };

  test('by the upstream, with the members it takes, and charged by tokens', async () => {
    const { object, output } = await openai.responses.compact(
      { ...sent, prompt_cache_key: 'k' },
      { body: { ...sent, prompt_cache_key: 'k', temperature: 1, stream: true } },
    );
    expect(object).toBe('response.compaction');
    expect(output).toMatchObject([{ type: 'compaction' }]);
    expect(upstream.last).toMatchObject({ method: 'POST', path: '/v1/responses/compact' });
    expect(upstream.last.json).toEqual({ ...sent, prompt_cache_key: 'k' });
    const [row] = await gateway.logs();
    expect(row).toMatchObject({ prompt_tokens: 12, completion_tokens: 7, model_name: SCRIPTED_NATIVE });
    expect(await gateway.quota()).toBe(START - row!.quota);
  });

  test('at the price operators set for it, of the model before that of all', async () => {
    const ratios = await gateway.manage<{ key: string; value: string }[]>('GET', '/api/option/');
    const { value } = ratios.find(({ key: name }) => name === 'ModelRatio')!;
    const charge = async (more: object) => {
      await gateway.option('ModelRatio', JSON.stringify({ ...(JSON.parse(value) as object), ...more }));
      await gateway.sql('DELETE FROM logs WHERE type = 2');
      await gateway.relay('/v1/responses/compact', key, sent);
      const [row] = await gateway.logs();
      return row!.other.model_ratio;
    };
    const all = { '*-openai-compact': 3 };
    expect(await charge(all)).toBe(3);
    expect(await charge({ ...all, [`${SCRIPTED_NATIVE}-openai-compact`]: 2 })).toBe(2);
    await gateway.option('ModelRatio', value);
  });

  test('from an earlier answer where that is kept, for its owner alone', async () => {
    const { id } = await openai.responses.create({ model: SCRIPTED_NATIVE, input: 'q' });
    const body = { model: SCRIPTED_NATIVE, previous_response_id: id };
    expect((await gateway.relay('/v1/responses/compact', key, body)).status).toBe(200);
    expect(upstream.last.json).toEqual(body);
    gateway.app
      .get(RelayServices)
      .providerResponses.keep({ id: 'resp_foreign', userId: 2, channelId: 1, keyIndex: 0 }, 'test');
    await gateway.quiet();
    const foreign = { ...body, previous_response_id: 'resp_foreign' };
    expect((await gateway.relay('/v1/responses/compact', key, foreign)).status).toBe(404);
  });

  test.each([[{}], [{ model: SCRIPTED_NATIVE }]])('not by %j, which costs nothing', async (body) => {
    const response = await gateway.relay('/v1/responses/compact', key, body);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await response.json()).toHaveProperty('error.code');
    expect(upstream.requests).toHaveLength(0);
    expect(await gateway.quota()).toBe(START);
  });
});
