import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** `system_prompt` and `system_prompt_override` of a channel's setting. */
const PROMPT = 'Answer in verse.';
let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

/** Channel types and the models each serves, with the rule that its setting says. */
const TYPES = { openai: 1, claude: 14, gemini: 24 } as const;
const RULES = {
  fill: { system_prompt: PROMPT },
  always: { system_prompt: PROMPT, system_prompt_override: true },
  through: { system_prompt: PROMPT, system_prompt_override: true, pass_through_body_enabled: true },
} as const;
type Provider = keyof typeof TYPES;
type Rule = keyof typeof RULES;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  await gateway.addChannels(
    Object.entries(TYPES).flatMap(([provider, type]) =>
      Object.entries(RULES).map(([rule, setting]) => ({
        type,
        base_url: upstream.url,
        models: `${provider}-${rule}`,
        setting: JSON.stringify(setting),
      })),
    ),
  );
  await gateway.option('SelfUseModeEnabled', 'true');
  await gateway.settledEvents();
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(() => upstream.clear());

const user = { role: 'user', content: 'hello' };
const CLIENTS = {
  chat: (model: string, own?: string) => ({
    path: '/v1/chat/completions',
    body: { model, messages: [...(own ? [{ role: 'system', content: own }] : []), user] },
  }),
  messages: (model: string, own?: string) => ({
    path: '/v1/messages',
    body: { model, max_tokens: 9, messages: [user], ...(own && { system: own }) },
  }),
  responses: (model: string, own?: string) => ({
    path: '/v1/responses',
    body: { model, input: 'hello', ...(own && { instructions: own }) },
  }),
  gemini: (model: string, own?: string) => ({
    path: `/v1beta/models/${model}:generateContent`,
    body: {
      contents: [{ role: 'user', parts: [{ text: 'hello' }] }],
      ...(own && { systemInstruction: { parts: [{ text: own }] } }),
    },
  }),
  completions: (model: string) => ({ path: '/v1/completions', body: { model, prompt: 'hello' } }),
};
type Client = keyof typeof CLIENTS;

/** The system prompt that reached the upstream, as one text. */
async function systemPromptSent(client: Client, model: string, own?: string): Promise<string> {
  const { path, body } = CLIENTS[client](model, own);
  const response = await gateway.relay(path, key, body);
  expect([await response.text(), response.status]).toEqual([expect.anything(), 200]);
  const { json } = upstream.requests.at(-1)!;
  const system = (json!.messages as { role: string; content: unknown }[] | undefined)
    ?.filter(({ role }) => role === 'system' || role === 'developer')
    .map(({ content }) => content);
  return texts([system, json!.system, json!.instructions, json!.systemInstruction]).join('\n');
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(texts);
  const { text, parts } = (value ?? {}) as { text?: unknown; parts?: unknown };
  return [...texts(text ?? []), ...texts(parts ?? [])];
}

const conversations = ['chat', 'messages', 'responses', 'gemini'] as const;
const pairs = conversations.flatMap((client) =>
  (Object.keys(TYPES) as Provider[]).map((provider): [Client, Provider] => [client, provider]),
);

describe.each(pairs)('%s at a channel of type %s', (client, provider) => {
  const model = (rule: Rule) => `${provider}-${rule}`;

  test('the channel’s prompt stands in the place of a missing one, and of no other', async () => {
    expect(await systemPromptSent(client, model('fill'))).toBe(PROMPT);
    expect(await systemPromptSent(client, model('fill'), 'Be brief.')).toBe('Be brief.');
  });

  test('where the channel says so, it comes before the client’s own', async () => {
    expect(await systemPromptSent(client, model('always'))).toBe(PROMPT);
    expect(await systemPromptSent(client, model('always'), 'Be brief.')).toBe(`${PROMPT}\nBe brief.`);
  });
});

test('prompts in parts stay parts', async () => {
  const own = [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }];
  const body = { model: 'claude-always', max_tokens: 9, messages: [user], system: own };
  await (await gateway.relay('/v1/messages', key, body)).text();
  expect(upstream.requests.at(-1)!.json!.system).toEqual([{ type: 'text', text: PROMPT }, ...own]);
  const messages = [{ role: 'developer', content: [{ type: 'text', text: 'Be brief.' }] }, user];
  await (await gateway.relay('/v1/chat/completions', key, { model: 'openai-always', messages })).text();
  expect(upstream.requests.at(-1)!.json!.messages).toEqual([
    {
      role: 'developer',
      content: [
        { type: 'text', text: PROMPT },
        { type: 'text', text: 'Be brief.' },
      ],
    },
    user,
  ]);
});

test('a request that is passed through stays as it came', async () => {
  expect(await systemPromptSent('chat', 'openai-through')).toBe('');
  expect(await systemPromptSent('chat', 'openai-through', 'Be brief.')).toBe('Be brief.');
});

test('completions get no system prompt, unless they are translated to a chat request', async () => {
  expect(await systemPromptSent('completions', 'openai-fill')).toBe('');
  expect(await systemPromptSent('completions', 'claude-fill')).toBe(PROMPT);
});

test('the log says where a client’s own prompt was not the first', async () => {
  await gateway.quiet();
  await gateway.sql('DELETE FROM logs WHERE type = 2');
  await systemPromptSent('chat', 'openai-always');
  await systemPromptSent('chat', 'openai-always', 'Be brief.');
  await systemPromptSent('chat', 'claude-always', 'Be brief.');
  await systemPromptSent('chat', 'openai-fill', 'Be brief.');
  const noted = (await gateway.logs()).map(({ other }) => other.is_system_prompt_overwritten);
  expect(noted).toEqual([undefined, true, true, undefined]);
});
