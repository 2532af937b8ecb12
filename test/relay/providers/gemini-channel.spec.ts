import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Clients of other kinds on channels of Google: what is asked, what comes back, and what it costs. */
const MODEL = 'gemini-2.5-flash';
const START = 10_000_000;

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  await gateway.addChannel({ type: 24, base_url: upstream.url, models: `${MODEL},${MODEL}-nothinking` });
  key = await gateway.addToken();
  await gateway.sell({ [`${MODEL}-nothinking`]: 1 });
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(async () => {
  upstream.clear();
  await gateway.setQuota(START);
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

const chat = (fields: object = {}) =>
  gateway.relay('/v1/chat/completions', key, {
    model: MODEL,
    messages: [{ role: 'user', content: 'q' }],
    ...fields,
  });
const sent = () => JSON.parse(upstream.last.body.toString()) as Record<string, unknown>;

test('reasoning is reported and charged apart from the answer', async () => {
  upstream.next('reasoning');
  const response = await chat({ reasoning_effort: 'low' });
  expect(await response.json()).toMatchObject({
    choices: [
      {
        message: { reasoning_content: 'First I think.', content: 'Then I speak.' },
        finish_reason: 'stop',
      },
    ],
    usage: {
      prompt_tokens: 20,
      completion_tokens: 35,
      completion_tokens_details: { reasoning_tokens: 30 },
    },
  });
  expect(upstream.last.path).toBe(`/v1beta/models/${MODEL}:generateContent`);
  expect(sent()).toMatchObject({ generationConfig: { thinkingConfig: { thinkingBudget: 1024 } } });
  const [row] = await gateway.logs();
  expect(row).toMatchObject({ prompt_tokens: 20, completion_tokens: 35 });
  expect(row!.other).toMatchObject({ usage_source: 'upstream' });
});

test('a stream of calls ends as one, with their ids', async () => {
  upstream.next('tools');
  const text = await (await chat({ stream: true })).text();
  expect(upstream.last.path).toBe(`/v1beta/models/${MODEL}:streamGenerateContent?alt=sse`);
  expect(text).toContain('"id":"call_one"');
  expect(text).toContain('"id":"call_two"');
  expect(text.match(/"finish_reason":"[a-z_]+"/g)).toEqual(['"finish_reason":"tool_calls"']);
  expect(text.trimEnd().endsWith('data: [DONE]')).toBe(true);
});

test('a suffix of the model name turns thinking off, and the log has the requested name', async () => {
  await (await chat({ model: `${MODEL}-nothinking` })).text();
  expect(upstream.last.path).toBe(`/v1beta/models/${MODEL}:generateContent`);
  expect(sent()).toMatchObject({ generationConfig: { thinkingConfig: { thinkingBudget: 0 } } });
  expect(await gateway.logs()).toMatchObject([{ model_name: `${MODEL}-nothinking` }]);
});

test('the options of safety and version are followed as soon as they change', async () => {
  const set = (name: string, value: object) => gateway.option(name, JSON.stringify(value));
  await set('gemini.safety_settings', { default: 'BLOCK_ONLY_HIGH' });
  await set('gemini.version_settings', { default: 'v1alpha' });
  await (await chat()).text();
  await set('gemini.version_settings', { default: 'v1beta' });
  expect(upstream.last.path).toBe(`/v1alpha/models/${MODEL}:generateContent`);
  const safety = sent().safetySettings as { threshold: string }[];
  expect(safety.map(({ threshold }) => threshold)).toEqual(Array(5).fill('BLOCK_ONLY_HIGH'));
});

test('an image at a private address is not fetched, and nothing is charged', async () => {
  for (const stream of [false, true]) {
    const url = `${upstream.url}/picture.png`;
    const response = await chat({
      stream,
      messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining(`failed to download ${url}`) as string },
    });
  }
  expect(upstream.requests).toEqual([]);
  await gateway.quiet();
  expect(await gateway.quota()).toBe(START);
});
