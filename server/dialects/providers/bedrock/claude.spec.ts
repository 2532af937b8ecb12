import { readFileSync } from 'node:fs';
import { chunk, eventStream, type Message } from '../../../../test/dialects/event-stream.js';
import { bodyOf, targetOf } from '../../../../test/dialects/recorded.js';
import { SseReader } from '../../../relay/upstream/sse.js';
import { UpstreamError } from '../../canonical/failure.js';
import { protocols } from '../../protocols/registry.js';
import type { Target } from '../../kit/provider.js';
import { providerForModel } from '../registry.js';
import { ADDRESS } from './call.js';

const NAME = 'claude-haiku-4-5-20251001';
const ID = 'us.anthropic.claude-haiku-4-5-20251001-v1:0';
const claude = providerForModel(33, NAME)!;
const native = claude.native['anthropic-messages']!;

const at = (overrides: Partial<Target> = {}): Target =>
  targetOf({
    type: 33,
    baseUrl: ADDRESS,
    key: 'AKID|secret|us-east-1',
    model: NAME,
    requestedModel: NAME,
    path: '/v1/messages?beta=true',
    ...overrides,
  });

const messages = [{ role: 'user', content: 'hi' }];
const request = (fields: object) =>
  Buffer.from(JSON.stringify({ model: NAME, max_tokens: 9, messages, ...fields }));

function sent(fields: object = {}, overrides: Partial<Target> = {}, passThrough = false) {
  const target = at(overrides);
  const stream = 'stream' in fields && fields.stream === true;
  return native.request(
    request(fields),
    { model: target.model, stream, includeUsage: stream, passThrough },
    target,
  );
}

const url = (action: string, id = ID) =>
  `https://bedrock-runtime.us-east-1.amazonaws.com/model/${encodeURIComponent(id)}/${action}`;

test('the request of a Claude client goes to InvokeModel with the necessary changes', () => {
  const call = sent({ metadata: { user_id: 'u' }, unknown: 1 });
  expect(call).toMatchObject({ method: 'POST', url: url('invoke') });
  expect(call.headers).toEqual({ 'content-type': 'application/json', accept: 'application/json' });
  expect(call.decoder).toBeUndefined();
  expect(bodyOf(call)).toEqual({
    max_tokens: 9,
    messages,
    metadata: { user_id: 'u' },
    unknown: 1,
    anthropic_version: 'bedrock-2023-05-31',
  });
});

test('instructions among the messages lose the settings of betas that Bedrock does not have', () => {
  const set = { role: 'system', content: 's', output_config: { effort: 'low' }, clear_at: 'never' };
  const headers = { 'anthropic-beta': 'mid-conversation-output-config-2026-07-01' };
  const call = sent({ messages: [...messages, set] }, { model: 'claude-opus-5-5', headers });
  expect(bodyOf(call)).toMatchObject({ messages: [...messages, { role: 'system', content: 's' }] });
  expect(JSON.stringify(bodyOf(call))).not.toMatch(/output_config|clear_at|mid-conversation/);
});

test('a stream has a path of its own and no member', () => {
  const call = sent({ stream: true });
  expect(call.url).toBe(url('invoke-with-response-stream'));
  expect(bodyOf(call)).not.toHaveProperty('stream');
  expect(call.decoder).toBeDefined();
});

test('beta flags are a member of the body; Bedrock rejects those it does not have', () => {
  const flags =
    'claude-code-20250219, context-1m-2025-08-07,interleaved-thinking-2025-05-14,oauth-2025-04-20';
  expect(bodyOf(sent({}, { headers: { 'anthropic-beta': flags } }))).toMatchObject({
    anthropic_beta: ['context-1m-2025-08-07', 'interleaved-thinking-2025-05-14'],
  });
  expect(bodyOf(sent({}, { headers: { 'anthropic-beta': 'oauth-2025-04-20' } }))).not.toHaveProperty(
    'anthropic_beta',
  );
  expect(bodyOf(sent({ anthropic_beta: ['own'] }))).toMatchObject({ anthropic_beta: ['own'] });
});

test('beta flags that the operator has set are sent as they are', () => {
  const { settings } = at();
  const modelHeaders = { [NAME]: { 'anthropic-beta': ['new-feature-2027-01-01'] } };
  const target = { settings: { ...settings, claude: { ...settings.claude, modelHeaders } } };
  expect(bodyOf(sent({}, target))).toMatchObject({ anthropic_beta: ['new-feature-2027-01-01'] });
});

test('the effort of Opus 4.5 needs a beta flag', () => {
  const fields = { output_config: { effort: 'low' } };
  const opus = { model: 'claude-opus-4-5', requestedModel: 'claude-opus-4-5' };
  expect(bodyOf(sent(fields, opus))).toMatchObject({ ...fields, anthropic_beta: ['effort-2025-11-24'] });
  expect(bodyOf(sent({}, opus))).not.toHaveProperty('anthropic_beta');
  const newer = { model: 'claude-opus-4-6', requestedModel: 'claude-opus-4-6' };
  expect(bodyOf(sent(fields, newer))).not.toHaveProperty('anthropic_beta');
});

test('members without effect on the response are left out, others are refused', () => {
  const extra = {
    service_tier: 'auto',
    inference_geo: 'us',
    cache_control: { type: 'ephemeral' },
    speed: 'fast',
  };
  expect(Object.keys(bodyOf(sent(extra)) as object)).toEqual(['max_tokens', 'messages', 'anthropic_version']);
  expect(() => sent({ mcp_servers: [{ type: 'url', url: 'https://x.example' }] })).toThrow('mcp_servers');
  expect(() => sent({ mcp_servers: [] })).not.toThrow();
  const tools = [{ type: 'web_search_20250305', name: 'web_search' }];
  expect(() => sent({ tools })).toThrow('web_search_20250305: not supported');
  const own = [
    { name: 'web_search_x', input_schema: { type: 'object' } },
    { type: 'bash_20250124', name: 'bash' },
  ];
  expect(() => sent({ tools: own })).not.toThrow();
});

test('passed through requests are changed where the path and the version require it', () => {
  expect(bodyOf(sent({ service_tier: 'auto', stream: true }, {}, true))).toEqual({
    max_tokens: 9,
    messages,
    service_tier: 'auto',
    anthropic_version: 'bedrock-2023-05-31',
  });
});

test('the suffix for thinking is removed from the name', () => {
  const call = sent({ max_tokens: 2000 }, { model: `${NAME}-thinking`, requestedModel: `${NAME}-thinking` });
  expect(call.url).toBe(url('invoke'));
  expect(bodyOf(call)).toMatchObject({ thinking: { type: 'enabled', budget_tokens: 1600 } });
});

test('full ids and ARNs are used as they are', () => {
  const id = 'eu.anthropic.claude-sonnet-4-20250514-v1:0';
  expect(sent({}, { model: id }).url).toBe(url('invoke', id));
  const arn = 'arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-opus-4-6-v1';
  expect(sent({}, { model: arn }).url).toBe(url('invoke', arn));
});

test('requests of other clients are translated to the Messages API', () => {
  const openai = Buffer.from(
    JSON.stringify({
      model: NAME,
      stream: true,
      user: 'ada',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'hi' },
      ],
      param_extra: 1,
    }),
  );
  const call = claude.chat!.request(
    protocols['openai-chat'].parse(openai, ''),
    at({ path: '/v1/chat/completions', override: { temperature: 0.5, stream: false } }),
  );
  expect(call.url).toBe(url('invoke-with-response-stream'));
  expect(bodyOf(call)).toEqual({
    max_tokens: 8192,
    system: 'Be brief.',
    metadata: { user_id: 'ada' },
    messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
    temperature: 0.5,
    anthropic_version: 'bedrock-2023-05-31',
  });
  expect(claude.chat!.mustFetch!('https://p.example/a.png')).toBe(true);
});

test('tokens are counted for the foundation model', () => {
  const query = claude.countTokens!;
  const call = query.request(at(), { body: Buffer.from(JSON.stringify({ model: NAME, messages })) });
  expect(call.url).toBe(url('count-tokens', 'anthropic.claude-haiku-4-5-20251001-v1:0'));
  const { input } = bodyOf(call) as { input: { invokeModel: { body: string } } };
  expect(JSON.parse(Buffer.from(input.invokeModel.body, 'base64').toString())).toEqual({
    messages,
    max_tokens: 8192,
    anthropic_version: 'bedrock-2023-05-31',
  });
  expect(query.read({ inputTokens: 14 })).toBe(14);
  expect(() => query.read({})).toThrow(UpstreamError);
});

const EVENTS = JSON.parse(readFileSync('test/fixtures/providers/aws/claude-events.json', 'utf8')) as {
  type: string;
}[];

function decoded(bytes: Buffer, ...cuts: number[]): string {
  const decoder = sent({ stream: true }).decoder!({ 'content-type': 'application/vnd.amazon.eventstream' })!;
  let text = '';
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    text += decoder.push(bytes.subarray(from, cut)).toString();
    from = cut;
  }
  decoder.end();
  return text;
}

/** What the reader of Messages streams makes of it. */
function read(stream: string) {
  const reader = claude.chat!.stream();
  return [...new SseReader().push(Buffer.from(stream))].flatMap(reader);
}

test('a stream is that of Anthropic’s own API, without the metrics of Bedrock', () => {
  const bytes = eventStream(EVENTS.map(chunk));
  const expected = EVENTS.map(({ type, ...rest }) => {
    const { 'amazon-bedrock-invocationMetrics': _metrics, ...event } = { type, ...rest } as Record<
      string,
      unknown
    >;
    return `event: ${type}\ndata: ${JSON.stringify(event)}\n\n`;
  }).join('');
  expect(expected).toContain('data: {"type":"message_stop"}\n\n');
  expect(decoded(bytes)).toBe(expected);
  expect(decoded(bytes, ...bytes.keys())).toBe(expected);
  for (let cut = 1; cut < bytes.length; cut++) expect(decoded(bytes, cut)).toBe(expected);
  expect(read(expected)).toEqual([
    { type: 'start', id: 'msg_bdrk_01', model: NAME },
    { type: 'usage', usage: { input: 12, cacheRead: 3, cacheWrite5m: 0, cacheWrite1h: 0 } },
    { type: 'text-delta', text: 'Grüße' },
    { type: 'usage', usage: { output: 7 } },
    { type: 'finish', reason: 'stop', raw: 'end_turn', stopSequence: undefined },
    { type: 'done' },
  ]);
});

test.each([
  ['throttlingException', 'rate_limit_error', 429],
  ['validationException', 'invalid_request_error', 400],
  ['internalServerException', 'api_error', 500],
  ['serviceUnavailableException', 'overloaded_error', 529],
  ['modelStreamErrorException', 'api_error', 500],
  ['modelTimeoutException', 'timeout_error', 504],
  ['accessDeniedException', 'permission_error', 403],
  ['somethingNew', 'api_error', 500],
])('the exception %s in a stream becomes an error event of type %s', (name, type, status) => {
  const exception: Message = [`!${name}`, { message: 'no' }];
  const stream = decoded(eventStream([...EVENTS.slice(0, 2).map(chunk), exception]));
  const error = { type: 'error', error: { type, message: 'no' } };
  expect(stream.endsWith(`event: error\ndata: ${JSON.stringify(error)}\n\n`)).toBe(true);
  expect(read(stream).at(-1)).toMatchObject({ type: 'error', failure: { kind: type, status } });
});

test('events that are none of the API are left out; damaged ones fail the stream', () => {
  const odd: Message[] = [
    ['chunk', { bytes: Buffer.from('{"a":1}').toString('base64') }],
    ['ping', {}],
  ];
  expect(decoded(eventStream([...odd, chunk({ type: 'a\nb' }), chunk({ type: 'ping' })]))).toBe(
    'event: ping\ndata: {"type":"ping"}\n\n',
  );
  expect(() => decoded(eventStream([['chunk', { bytes: 'bm8=' }]]))).toThrow(SyntaxError);
  expect(() => decoded(eventStream([['chunk', {}]]))).toThrow(SyntaxError);
});

test('whole answers are those of the Messages API', () => {
  const body = {
    id: 'msg_bdrk_01',
    type: 'message',
    role: 'assistant',
    model: NAME,
    content: [{ type: 'text', text: 'Hi' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 12, output_tokens: 7 },
  };
  expect(claude.chat!.answer(body)).toMatchObject({
    parts: [{ type: 'text', text: 'Hi' }],
    usage: { input: 12, output: 7 },
  });
});
