import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  await gateway.addChannel({ type: 1, base_url: upstream.url, models: 'gpt-4o' });
  await gateway.addChannel({ type: 14, base_url: upstream.url, models: 'claude-3-7-sonnet-20250219' });
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

const stream = async (model: string, options?: object) => {
  const body = { model, stream: true, messages: [{ role: 'user', content: 'hello' }], ...options };
  return (await gateway.relay('/v1/chat/completions', key, body)).text();
};

describe.each(['gpt-4o', 'claude-3-7-sonnet-20250219'])('a stream of %s', (model) => {
  test('tells its usage to clients that ask for it, and to no other', async () => {
    expect(await stream(model)).not.toContain('prompt_tokens');
    expect(await stream(model, { stream_options: { include_usage: true } })).toContain('prompt_tokens');
  });

  test('tells it to all where the operator wants that', async () => {
    await gateway.option('AlwaysIncludeStreamUsage', 'true');
    await gateway.settledEvents();
    expect(await stream(model)).toContain('prompt_tokens');
    await gateway.option('AlwaysIncludeStreamUsage', 'false');
    await gateway.settledEvents();
  });
});

describe('the log notes a possible error', () => {
  const contents = async () => (await gateway.logs()).map(({ content }) => content);
  const NOTE = '（可能是请求出错）';

  test.each([true, false])('not of a complete answer without usage (stream: %s)', async (isStream) => {
    await gateway.quiet();
    await gateway.sql('DELETE FROM logs');
    upstream.next('no-usage');
    await stream('gpt-4o', { stream: isStream });
    const rows = await gateway.logs();
    expect(rows).toHaveLength(1);
    expect(rows[0]!.other.usage_source).toBe('estimated');
    expect(rows[0]!.content).not.toContain(NOTE);
  });

  test('of a stream that was cut before its usage', async () => {
    await gateway.quiet();
    await gateway.sql('DELETE FROM logs');
    upstream.next({ frames: 3, ending: 'cut' });
    await stream('gpt-4o');
    expect(await contents()).toEqual([expect.stringContaining(NOTE)]);
  });
});
