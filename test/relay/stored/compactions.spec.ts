import OpenAI from 'openai';
import type { Script } from '../../doubles/scripted-upstream.js';
import { TestGateway } from '../../setup/test-gateway.js';

/**
 * Compactions over channels without the Responses API: the channel's model writes the summary, the gateway encrypts it into
 * the item, and any channel reads it.
 */
const NATIVE = 'gpt-4.1';
const CHAT = 'gpt-4.1-mini';
const CLAUDE = 'claude-sonnet-4-5-20250929';
const GOOGLE = 'gemini-2.0-flash';
const TRANSLATED = [CHAT, CLAUDE, GOOGLE];
const app = TestGateway.forAllTests();
let openai: OpenAI;

beforeAll(async () => {
  await app.addChannel('native', { models: NATIVE });
  // Type 6 has no responses.
  await app.addChannel('chats', { type: 6, models: CHAT });
  await app.addChannel('claude', { type: 14, models: CLAUDE });
  await app.addChannel('google', { type: 24, models: GOOGLE });
  openai = new OpenAI({ baseURL: `${app.gateway.url}/v1`, apiKey: app.key, maxRetries: 0 });
});

/** The text of every scripted answer, here the summary. */
const SUMMARY = 'Hello from the scripted upstream.';
const HISTORY: OpenAI.Responses.ResponseInput = [
  { role: 'user', content: 'My name is Ada. What is the weather in Berlin?' },
  { type: 'function_call', call_id: 'c1', name: 'get_weather', arguments: '{"city":"Berlin"}' },
  { type: 'function_call_output', call_id: 'c1', output: '21 °C' },
  { role: 'assistant', content: 'It is 21 °C.' },
];
const sent = () => JSON.stringify(app.upstream.last.json);

type Compaction = OpenAI.Responses.ResponseCompactionItem;

async function compaction(model: string): Promise<Compaction> {
  const { output } = await openai.responses.compact({ model, input: HISTORY });
  return output.find((item) => item.type === 'compaction')!;
}

describe.each(TRANSLATED)('a conversation compacted by %s', (model) => {
  test("has OpenAI's format, and keeps the messages of the user", async () => {
    const compacted = await openai.responses.compact({ model, input: HISTORY, instructions: 'Be kind.' });
    expect(compacted).toMatchObject({
      id: expect.stringMatching(/^resp_/),
      object: 'response.compaction',
      created_at: expect.any(Number),
      output: [
        {
          id: expect.stringMatching(/^msg_/),
          type: 'message',
          status: 'completed',
          role: 'user',
          content: [{ type: 'input_text', text: 'My name is Ada. What is the weather in Berlin?' }],
        },
        {
          id: expect.stringMatching(/^cmp_/),
          type: 'compaction',
          encrypted_content: expect.stringMatching(/^tg\.k\.[\w-]+$/),
        },
      ],
      usage: { input_tokens: 12, output_tokens: 7, total_tokens: 19 },
    });
    expect(JSON.stringify(compacted)).not.toContain(SUMMARY);
  });

  test('is asked for in words, with the whole conversation and without tools', async () => {
    await compaction(model);
    for (const text of ['My name is Ada.', 'get_weather', 'Berlin', '21 °C', 'Write the summary'])
      expect(sent()).toContain(text);
    const body = app.upstream.last.json!;
    for (const name of ['tools', 'tool_choice', 'toolConfig']) expect(body).not.toHaveProperty(name);
    expect(app.upstream.last.streams).toBe(false);
  });

  test('costs what a response costs', async () => {
    const before = await app.gateway.quota();
    await compaction(model);
    const row = (await app.gateway.logs()).at(-1)!;
    expect(row).toMatchObject({ model_name: model, prompt_tokens: 12, completion_tokens: 7 });
    expect(row.quota).toBeGreaterThan(0);
    expect(await app.gateway.quota()).toBe(before - row.quota);
  });

  test.each([NATIVE, ...TRANSLATED])('continues on %s', async (other) => {
    const item = await compaction(model);
    const { status } = await openai.responses.create({
      model: other,
      input: [item, { role: 'user', content: 'who am I?' }],
    });
    expect(status).toBe('completed');
    expect(sent()).toContain(`Summary of the conversation so far:\\n${SUMMARY}`);
    expect(sent()).toContain('who am I?');
    expect(sent()).not.toContain('encrypted_content');
  });

  test('can be compacted again, from the output as it was sent, on every channel', async () => {
    const { output } = await openai.responses.compact({ model, input: HISTORY });
    const input = [...output, { role: 'user', content: 'and Paris?' }] as OpenAI.Responses.ResponseInput;
    const again = await openai.responses.compact({ model, input });
    expect(again.output.map(({ type }) => type)).toEqual(['message', 'message', 'compaction']);
    expect(sent()).toContain(SUMMARY);
    await openai.responses.compact({ model: NATIVE, input });
    expect(app.upstream.last.path).toBe('/v1/responses/compact');
    expect(sent()).toContain(SUMMARY);
    expect(sent()).not.toContain('tg.k.');
  });

  test('may be given as a response that the gateway stores', async () => {
    const { id } = await openai.responses.create({ model, input: 'my name is Ada' });
    const { output } = await openai.responses.compact({ model, previous_response_id: id });
    expect(output.map(({ type }) => type)).toEqual(['message', 'compaction']);
    for (const text of ['my name is Ada', SUMMARY]) expect(sent()).toContain(text);
  });

  test.each([false, true])(
    'answers a trigger at the end of the input (Codex), streamed: %s',
    async (stream) => {
      const request = {
        model,
        input: [...HISTORY, { type: 'compaction_trigger' as const }],
        tools: [{ type: 'function' as const, name: 'get_weather', parameters: {}, strict: false }],
        store: false,
      };
      let response: OpenAI.Responses.Response | undefined;
      if (stream) {
        const types: string[] = [];
        for await (const event of await openai.responses.create({ ...request, stream: true })) {
          types.push(event.type);
          if (event.type === 'response.completed') response = event.response;
          if ('item' in event) expect(event.item).toMatchObject({ type: 'compaction' });
        }
        expect(types).toEqual([
          'response.created',
          'response.in_progress',
          'response.output_item.added',
          'response.output_item.done',
          'response.completed',
        ]);
      } else response = await openai.responses.create(request);
      expect(response).toMatchObject({ status: 'completed', output: [{ type: 'compaction' }] });
      expect(sent()).toContain('Write the summary');
      const [item] = response!.output as [Compaction];
      await openai.responses.create({ model, input: [item, { role: 'user', content: 'who am I?' }] });
      expect(sent()).toContain(SUMMARY);
    },
  );
});

describe('a compaction that cannot be decrypted is refused, because the conversation would be lost', () => {
  const refused = async (item: Compaction, client = openai) => {
    const requests = app.upstream.requests.length;
    const input = [item, { role: 'user' as const, content: 'who am I?' }];
    await expect(client.responses.create({ model: CHAT, input })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('input[0].encrypted_content'),
    });
    expect(app.upstream.requests).toHaveLength(requests);
  };

  test('of another user', async () => {
    const item = await compaction(CHAT);
    const { gateway } = app;
    await gateway.manage('POST', '/api/user/', {
      username: 'eve',
      password: 'password-eve',
      display_name: 'Eve',
    });
    const [eve] = await gateway.sql<{ id: number }>("SELECT id FROM users WHERE username = 'eve'");
    await gateway.setQuota(10_000_000, eve!.id);
    const session = await gateway.session('eve', 'password-eve');
    const headers = { ...session, 'content-type': 'application/json' };
    await fetch(`${gateway.url}/api/token/`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'eve', unlimited_quota: true }),
    });
    const listed = await fetch(`${gateway.url}/api/token/?p=0&size=10`, { headers });
    const { data } = (await listed.json()) as { data: { key: string }[] };
    const apiKey = `sk-${data[0]!.key}`;
    await refused(item, new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey, maxRetries: 0 }));
  });

  test.each([
    ['changed', (content: string) => `${content.slice(0, -4)}AAAA`],
    ['cut', (content: string) => content.slice(0, 20)],
    ['of no length', () => 'tg.k.'],
  ])('%s', async (_name, change) => {
    const item = await compaction(CHAT);
    await refused({ ...item, encrypted_content: change(item.encrypted_content) });
  });
});

test("OpenAI's own compactions pass to OpenAI, and are a note for other providers", async () => {
  const item = { type: 'compaction' as const, id: 'cmp_1', encrypted_content: 'gAAAAABpM0Yj-' };
  const input = [item, { role: 'user' as const, content: 'who am I?' }];
  await openai.responses.create({ model: NATIVE, input });
  expect(app.upstream.last.json).toMatchObject({ input: [item, {}] });
  await openai.responses.create({ model: CLAUDE, input });
  expect(sent()).toContain('compacted by another provider');
});

test.each<[string, Script]>([
  ['no answer', 'empty-body'],
  ['white space', { answer: { text: [' \n'] } }],
])('a model that writes no summary is a failure, which costs nothing: %s', async (_case, script) => {
  const before = await app.gateway.quota();
  app.upstream.next(script, script);
  await expect(openai.responses.compact({ model: CHAT, input: HISTORY })).rejects.toMatchObject({
    status: 502,
  });
  expect(await app.gateway.quota()).toBe(before);
});
