import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/**
 * Tools whose names are valid in the client's protocol but not at the provider: they are sent under other names, and calls
 * come back under the client's, in whole responses and in streams.
 */
let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  await gateway.addChannel({ type: 1, base_url: upstream.url, models: 'gpt-4o' });
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(() => upstream.clear());

/** The upstream calls the tool by the name that it was sent. */
function calls(name: string, stream: boolean): void {
  const call = { index: 0, id: 'call_1', type: 'function', function: { name, arguments: '{"a":1}' } };
  const chunk = (delta: object, finish_reason: string | null) => ({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'gpt-4o',
    choices: [{ index: 0, delta, finish_reason }],
  });
  const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
  const events = [
    chunk({ role: 'assistant', content: null, tool_calls: [call] }, null),
    chunk({}, 'tool_calls'),
    { ...chunk({}, null), choices: [], usage },
  ];
  const whole = {
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model: 'gpt-4o',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: null, tool_calls: [call] },
        finish_reason: 'tool_calls',
      },
    ],
    usage,
  };
  const body = stream
    ? `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`
    : JSON.stringify(whole);
  const headers = { 'content-type': stream ? 'text/event-stream' : 'application/json' };
  upstream.next({ refuse: { status: 200, body, headers } });
}

const long = `mcp__${'server_'.repeat(12)}read`;

describe.each([false, true])('stream: %p', (stream) => {
  test('a client of Messages gets its name of more than 64 characters back', async () => {
    const ask = {
      model: 'gpt-4o',
      max_tokens: 100,
      stream,
      tools: [{ name: long, input_schema: { type: 'object' } }],
      messages: [{ role: 'user', content: 'q' }],
    };
    calls('unknown', false);
    await gateway.relay('/v1/messages', key, { ...ask, stream: false });
    const sent = (upstream.last.json as { tools: { function: { name: string } }[] }).tools[0]!.function.name;
    expect(sent).toHaveLength(64);
    calls(sent, stream);
    const text = await (await gateway.relay('/v1/messages', key, ask)).text();
    expect(text).toContain(`"name":"${long}"`);
    expect(text).not.toContain(sent);
  });

  test('a client of Gemini gets its name with a dot back', async () => {
    calls('fs_read-file', stream);
    const action = stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
    const response = await gateway.relay(`/v1beta/models/gpt-4o:${action}`, key, {
      contents: [{ role: 'user', parts: [{ text: 'q' }] }],
      tools: [{ functionDeclarations: [{ name: 'fs.read-file' }] }],
    });
    const text = await response.text();
    expect(upstream.last.json).toMatchObject({ tools: [{ function: { name: 'fs_read-file' } }] });
    expect(text).toContain('"name":"fs.read-file"');
    expect(text).not.toContain('fs_read-file');
  });
});
