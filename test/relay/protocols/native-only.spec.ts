import { TestGateway } from '../../setup/test-gateway.js';

/** Features that only channels with the client's protocol support: never dropped, and such a channel is found. */
const OPENAI = 1;
const CHATS = 6;
const ANTHROPIC = 14;
const GOOGLE = 24;
const app = TestGateway.forAllTests();

const messages = [{ role: 'user', content: 'hello' }];
const contents = [{ role: 'user', parts: [{ text: 'hello' }] }];
const GENERATE = '/v1beta/models/MODEL:generateContent';

/** Native and other type, path, members of the request, and the place that the error names. */
const CASES: readonly (readonly [string, number, number, string, object, string])[] = [
  [
    'an MCP connector',
    OPENAI,
    ANTHROPIC,
    '/v1/responses',
    { input: 'hello', tools: [{ type: 'mcp', server_label: 'mail', connector_id: 'connector_gmail' }] },
    'tools[0].type mcp',
  ],
  [
    'a conversation',
    OPENAI,
    GOOGLE,
    '/v1/responses',
    { input: 'hello', conversation: 'conv_1' },
    'conversation',
  ],
  [
    'a stored file',
    OPENAI,
    CHATS,
    '/v1/responses',
    { input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'file-1' }] }] },
    'input[0].content[0].file_id',
  ],
  [
    'an unknown item',
    OPENAI,
    CHATS,
    '/v1/responses',
    {
      input: [
        { role: 'user', content: 'hello' },
        { type: 'hologram', data: 1 },
      ],
    },
    'input[1].type hologram',
  ],
  [
    'an unknown part of a chat',
    OPENAI,
    ANTHROPIC,
    '/v1/chat/completions',
    { messages: [{ role: 'user', content: [{ type: 'hologram', data: 1 }] }] },
    'messages[0].content[0].type hologram',
  ],
  [
    'MCP servers',
    ANTHROPIC,
    OPENAI,
    '/v1/messages',
    { max_tokens: 9, messages, mcp_servers: [{ type: 'url', url: 'https://e.test', name: 'e' }] },
    'mcp_servers',
  ],
  [
    'a container',
    ANTHROPIC,
    GOOGLE,
    '/v1/messages',
    { max_tokens: 9, messages, container: 'c_1' },
    'container',
  ],
  [
    'an unknown block',
    ANTHROPIC,
    CHATS,
    '/v1/messages',
    { max_tokens: 9, messages: [{ role: 'user', content: [{ type: 'hologram', data: 1 }] }] },
    'messages[0].content[0].type hologram',
  ],
  [
    'a file search',
    GOOGLE,
    OPENAI,
    GENERATE,
    { contents, tools: [{ fileSearch: { fileSearchStoreNames: ['s'] } }] },
    'tools[0].fileSearch',
  ],
  [
    'a file at Google',
    GOOGLE,
    ANTHROPIC,
    GENERATE,
    { contents: [{ parts: [{ fileData: { fileUri: 'gs://b/a.pdf', mimeType: 'application/pdf' } }] }] },
    'contents[0].parts[0].fileData.fileUri',
  ],
  [
    'an unknown part of Google',
    GOOGLE,
    CHATS,
    GENERATE,
    { contents: [{ parts: [{ hologram: {} }] }] },
    'contents[0].parts[0].hologram',
  ],
];

describe.each(CASES)('%s', (_name, native, other, path, fields, place) => {
  const ask = () => {
    const model = path === GENERATE ? {} : { model: app.model };
    return app.gateway.relay(path.replace('MODEL', app.model), app.key, { ...model, ...fields });
  };

  test('is served by the channel with the protocol, also where another has priority', async () => {
    await app.freshModel();
    await app.addChannel('other', { type: other, priority: 9 });
    await app.addChannel('native', { type: native, priority: 1 });
    const response = await ask();
    expect({ status: response.status, text: await response.text() }).toMatchObject({ status: 200 });
    expect(app.upstream.requests).toHaveLength(1);
    expect(app.upstream.last.json).toMatchObject(fields);
  });

  test('is refused by name where there is none, and costs nothing', async () => {
    await app.freshModel();
    await app.addChannel('other', { type: other });
    const before = await app.gateway.quota();
    const response = await ask();
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(text).toContain(place);
    expect(text).toContain('supported only by channels that serve');
    if (path !== GENERATE && path !== '/v1/messages')
      expect(text).toContain('"code":"unsupported_parameter"');
    expect(app.upstream.requests).toEqual([]);
    expect(await app.gateway.quota()).toBe(before);
  });
});
