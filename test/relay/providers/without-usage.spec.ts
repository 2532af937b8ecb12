import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Providers whose APIs report no usage: it is estimated, charged, and told to the client. */
const PROVIDERS = [
  { name: 'PaLM', type: 11, model: 'PaLM-2' },
  { name: 'the knowledge base of AI Proxy', type: 21, model: 'library-model' },
];

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  key = await gateway.addToken();
  await gateway.option('ModelRatio', '{"PaLM-2":1,"library-model":1}');
});
afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

describe.each(PROVIDERS)('$name', ({ type, model }) => {
  let channel: number;
  beforeAll(async () => {
    channel = await gateway.addChannel({ type, base_url: upstream.url, models: model });
  });

  test('a channel test judges by the answer', async () => {
    // Throws if the test failed.
    await gateway.manage('GET', `/api/channel/test/${channel}`);
  });

  test.each([
    ['/v1/chat/completions', { messages: [{ role: 'user', content: 'hello' }] }],
    ['/v1/messages', { max_tokens: 50, messages: [{ role: 'user', content: 'hello' }] }],
  ])('a whole answer of %s has the usage that is charged', async (path, fields) => {
    await gateway.quiet();
    await gateway.sql('DELETE FROM logs');
    const response = await gateway.relay(path, key, { model, ...fields });
    const { usage } = (await response.json()) as { usage: Record<string, number> };
    const [row] = await gateway.logs();
    expect(row!.other.usage_source).toBe('estimated');
    expect([
      usage.prompt_tokens ?? usage.input_tokens,
      usage.completion_tokens ?? usage.output_tokens,
    ]).toEqual([row!.prompt_tokens, row!.completion_tokens]);
    expect(row!.prompt_tokens).toBeGreaterThan(0);
    expect(row!.completion_tokens).toBeGreaterThan(0);
  });
});
