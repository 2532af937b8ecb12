import {
  upstreamSetting,
  type UpstreamSetting,
} from '../../../contract/resources/channels/channel-upstream.js';
import { targetOf } from '../../../../test/dialects/recorded.js';
import type { OperationRequest } from '../../operations/operation.js';
import { protocols } from '../../protocols/registry.js';
import type { Target } from '../../kit/provider.js';
import { providerFor } from '../registry.js';

const CUSTOM = 8;
const base = 'https://llm.example/gw';
const at = (overrides: Partial<Target> = {}): Target =>
  targetOf({ type: CUSTOM, baseUrl: base, model: 'org/m', ...overrides });
const providerOf = (upstream: UpstreamSetting) => providerFor(CUSTOM, upstream)!;

const chatBody = Buffer.from(JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'q' }] }));
const change = { model: 'org/m', stream: false, includeUsage: false, passThrough: false };

function chatCall(upstream: UpstreamSetting, overrides: Partial<Target> = {}) {
  const chat = protocols['openai-chat'].parse(chatBody, '');
  return providerOf(upstream).chat!.request(chat, at(overrides));
}

test('each operation has a path of its own; {model} is the upstream model', () => {
  const provider = providerOf({
    paths: {
      chat: '/chat?deployment={model}',
      embeddings: '/embed/{model}',
      speech: '/tts',
      completions: '/complete',
      models: '/list',
    },
  });
  expect(provider.native['openai-chat']!.request(chatBody, change, at()).url).toBe(
    `${base}/chat?deployment=org%2Fm`,
  );
  expect(provider.native['openai-completions']!.request(chatBody, change, at()).url).toBe(`${base}/complete`);
  expect(provider.models!.request(at(), {}).url).toBe(`${base}/list`);
  const request = { body: chatBody, fields: {}, stream: false } as unknown as OperationRequest;
  expect(provider.operations!.embeddings!.request(request, at()).url).toBe(`${base}/embed/org%2Fm`);
  expect(provider.operations!.speech!.request(request, at()).url).toBe(`${base}/tts`);
});

test('operations without a path are not served', () => {
  const { native, chat, operations, models, realtime } = providerOf({ paths: { embeddings: '/embed' } });
  expect(Object.keys(native)).toEqual([]);
  expect(chat).toBeUndefined();
  expect(operations).toHaveProperty('embeddings');
  expect(operations).not.toHaveProperty('rerank');
  expect(models).toBeUndefined();
  expect(realtime).toBeUndefined();
});

test('the query of a client joins that of the path', () => {
  const upstream = { paths: { chat: '/chat?a=1' } };
  const path = '/v1/chat/completions?api-version=2';
  expect(chatCall(upstream, { path }).url).toBe(`${base}/chat?a=1&api-version=2`);
});

test.each<[UpstreamSetting, Record<string, string>]>([
  [{}, { authorization: 'Bearer sk-key' }],
  [{ auth: 'bearer' }, { authorization: 'Bearer sk-key' }],
  [{ auth: 'api-key' }, { 'api-key': 'sk-key' }],
  [{ auth: 'x-api-key' }, { 'x-api-key': 'sk-key' }],
  [{ auth: 'header', auth_header: 'X-Token' }, { 'x-token': 'sk-key' }],
  [
    { auth: 'none', headers: { Authorization: 'Token {key}', 'X-Team': 'a' } },
    { authorization: 'Token sk-key', 'x-team': 'a' },
  ],
])('%j authenticates with %j', (upstream, headers) => {
  for (const setting of [upstream, { ...upstream, paths: { chat: '/c' } }])
    expect(chatCall(setting).headers).toEqual({
      'content-type': 'application/json',
      accept: 'application/json',
      ...headers,
    });
});

test('without paths, the address is the URL of every call', () => {
  expect(chatCall({ auth: 'none' }, { baseUrl: 'https://x.example/{model}/run' }).url).toBe(
    'https://x.example/org%2Fm/run',
  );
});

test.each<UpstreamSetting>([{ auth: 'none' }, { paths: { chat: '/c' } }])(
  'cache hints are forwarded, because the model may be any: %j',
  (setting) => {
    const text = { type: 'text', text: 'q', cache_control: { type: 'ephemeral' } };
    const messages = [{ role: 'user', content: [text] }];
    const body = Buffer.from(JSON.stringify({ model: 'org/m', messages }));
    const { body: sent } = providerOf(setting).native['openai-chat']!.request(body, change, at());
    expect(JSON.parse(sent!.toString())).toMatchObject({ messages });
  },
);

test('Anthropic’s API at another path: its clients pass through, and others are translated', () => {
  const upstream: UpstreamSetting = {
    paths: { messages: '/claude/messages?v=2' },
    auth: 'header',
    auth_header: 'x-gateway-key',
  };
  const provider = providerOf(upstream);
  const target = at({ path: '/v1/messages?beta=true' });
  const native = provider.native['anthropic-messages']!.request(chatBody, change, target);
  expect(native.url).toBe(`${base}/claude/messages?v=2&beta=true`);
  expect(native.headers).toMatchObject({ 'anthropic-version': '2023-06-01', 'x-gateway-key': 'sk-key' });
  expect(native.headers).not.toHaveProperty('x-api-key');
  const translated = chatCall(upstream);
  expect(translated.url).toBe(`${base}/claude/messages?v=2`);
  expect(JSON.parse(String(translated.body))).toMatchObject({ max_tokens: 8192 });
  expect(provider.native['openai-chat']).toBeUndefined();
  expect(
    provider.chat!.answer({ type: 'message', content: [{ type: 'text', text: 'hi' }] }).parts,
  ).toMatchObject([{ text: 'hi' }]);
});

test('with chat and messages, each is read in its own format', () => {
  const provider = providerOf({ paths: { chat: '/chat', messages: '/messages' } });
  const { reader } = provider.native['anthropic-messages']!;
  expect(reader!.answer({ type: 'message', content: [{ type: 'text', text: 'hi' }] }).parts).toMatchObject([
    { text: 'hi' },
  ]);
  expect(chatCall({ paths: { chat: '/chat', messages: '/messages' } }).url).toBe(`${base}/chat`);
});

test('with responses alone, chat is called through them, and stored responses are below their path', () => {
  const upstream: UpstreamSetting = { paths: { responses: '/r?v=1' } };
  const provider = providerOf(upstream);
  expect(chatCall(upstream).url).toBe(`${base}/r?v=1`);
  const stored = provider.native['openai-responses']!.storedResponse!('resp_1', 'list-input', at());
  expect(stored.url).toBe(`${base}/r/resp_1/input_items?v=1`);
});

test('a provider is composed once for a setting', () => {
  const upstream: UpstreamSetting = { paths: { chat: '/c' } };
  expect(providerOf(upstream)).toBe(providerOf(upstream));
});

test('other types ignore the setting', () => {
  expect(providerFor(1, { paths: { chat: '/c' } })).toBe(providerFor(1));
});

test.each<[string, object]>([
  ['paths.chat', { paths: { chat: 'https://elsewhere.example/' } }],
  ['paths.chat', { paths: { chat: '/a b' } }],
  ['paths.unknown', { paths: { unknown: '/a' } }],
  ['headers.Host', { headers: { Host: 'a' } }],
  ['headers.content-length', { headers: { 'content-length': '1' } }],
  ['headers.Transfer-Encoding', { headers: { 'Transfer-Encoding': 'chunked' } }],
  ['headers.a b', { headers: { 'a b': '1' } }],
  ['headers.x', { headers: { x: 'a\r\nb: c' } }],
  ['auth_header', { auth: 'header' }],
  ['auth_header', { auth: 'header', auth_header: 'Connection' }],
  ['auth', { auth: 'basic' }],
])('%s is refused in %j', (_member, setting) => {
  expect(upstreamSetting.safeParse(setting).success).toBe(false);
});
