import {
  aliModeViolations,
  converseModeViolations,
  fireworksModeViolations,
  responsesModeViolations,
} from '../../../test/doubles/strict/answer-mode-rules.js';
import { targetOf } from '../../../test/dialects/recorded.js';
import type { ProtocolName } from '../protocols/protocol.js';
import { protocols } from '../protocols/registry.js';
import type { Target, UpstreamCall } from '../kit/provider.js';
import { providerForModel } from '../providers/registry.js';

const ALI = 17;
const FIREWORKS = 1002;
const BEDROCK = 33;
const OPENAI = 1;
const LLAMA = 'meta.llama3-1-70b-instruct-v1:0';
const KEYS: Readonly<Record<number, string>> = { [BEDROCK]: 'AKID|secret|us-east-1' };
const FW = 'accounts/fireworks/models/gpt-oss-20b';

type Fields = Record<string, unknown>;

const jsonOf = ({ body }: UpstreamCall) => JSON.parse(body!.toString()) as Fields;
const targetAt = (type: number, model: string, more: Partial<Target> = {}) =>
  targetOf({
    type,
    model,
    requestedModel: model,
    key: KEYS[type] ?? 'sk',
    baseUrl: 'https://x.example',
    ...more,
  });

/** The call for a client's own body. */
function passed(
  type: number,
  fields: Fields & { model: string },
  {
    protocol = 'openai-chat',
    passThrough = false,
    ...more
  }: Partial<Target> & {
    protocol?: ProtocolName;
    passThrough?: boolean;
  } = {},
): UpstreamCall {
  const { model } = fields;
  const stream = fields.stream === true;
  const body = Buffer.from(JSON.stringify({ messages: [{ role: 'user', content: 'hi' }], ...fields }));
  const change = { model, stream, includeUsage: stream && !passThrough, passThrough };
  return providerForModel(type, model)!.native[protocol]!.request(body, change, targetAt(type, model, more));
}

/** The call for the request of a client of Messages. */
function translated(
  type: number,
  fields: Fields & { model: string },
  more: Partial<Target> = {},
): UpstreamCall {
  const messages = [{ role: 'user', content: 'hi' }];
  const body = Buffer.from(JSON.stringify({ max_tokens: 100, messages, ...fields }));
  const chat = protocols['anthropic-messages'].parse(body, '/v1/messages');
  return providerForModel(type, fields.model)!.chat!.request(chat, targetAt(type, fields.model, more));
}

describe('DashScope', () => {
  const valid = (call: UpstreamCall) => expect(aliModeViolations(jsonOf(call))).toEqual([]);

  test.each([
    'qwq-plus',
    'qwq-32b',
    'qvq-max',
    'qwen3-235b-a22b-thinking-2507',
    'qwen-omni-turbo',
    'qwen3-omni-flash',
  ])('%s is asked for a stream with its usage', (model) => {
    for (const call of [
      passed(ALI, { model }),
      passed(ALI, { model, stream: false }),
      translated(ALI, { model }),
    ]) {
      valid(call);
      expect(call.answerMode).toBe('streamed');
      expect(jsonOf(call)).toMatchObject({ stream: true, stream_options: { include_usage: true } });
      expect(jsonOf(call)).not.toHaveProperty('enable_thinking');
    }
    expect(passed(ALI, { model, stream: true }).answerMode).toBeUndefined();
  });

  test.each(['qwen3-32b', 'qwen3-235b-a22b', 'qwen3-0.6b'])(
    '%s does not think in whole responses',
    (model) => {
      for (const call of [
        passed(ALI, { model }),
        passed(ALI, { model, enable_thinking: null }),
        passed(ALI, { model, reasoning_effort: 'none' }),
        translated(ALI, { model }),
        translated(ALI, { model, thinking: { type: 'disabled' } }),
      ]) {
        valid(call);
        expect(call.answerMode).toBeUndefined();
        expect(jsonOf(call).enable_thinking).toBe(false);
        expect(jsonOf(call).stream).not.toBe(true);
      }
    },
  );

  test('thinking that is requested is streamed', () => {
    const model = 'qwen3-32b';
    const thinking = { type: 'enabled', budget_tokens: 2000 };
    for (const call of [
      passed(ALI, { model, enable_thinking: true }),
      passed(ALI, { model, thinking_budget: 100 }),
      passed(ALI, { model, reasoning_effort: 'high' }),
      passed(ALI, { model: 'qwen-plus', enable_thinking: true }),
      translated(ALI, { model, max_tokens: 4000, thinking }),
      translated(ALI, { model }, { override: { enable_thinking: true } }),
    ]) {
      valid(call);
      expect(call.answerMode).toBe('streamed');
      expect(jsonOf(call).stream).toBe(true);
      expect(jsonOf(call).enable_thinking).not.toBe(false);
    }
  });

  test.each([
    ['qwen-plus', {}],
    ['qwen3-max', {}],
    ['qwen3.5-plus', {}],
    ['qwen3-30b-a3b-instruct-2507', {}],
    ['qwen3-coder-30b-a3b-instruct', {}],
    ['qwen3-32b', { stream: true }],
  ])('%s answers as requested with its own default', (model, more) => {
    const call = passed(ALI, { model, ...more });
    valid(call);
    expect(call.answerMode).toBeUndefined();
    expect(jsonOf(call)).not.toHaveProperty('enable_thinking');
  });

  test('several answers and audio are left to the provider', () => {
    expect(
      passed(ALI, { model: 'qwen-omni-turbo', modalities: ['text', 'audio'] }).answerMode,
    ).toBeUndefined();
    expect(passed(ALI, { model: 'qwq-plus', n: 2 }).answerMode).toBeUndefined();
  });

  test('bodies that pass as they are change in their mode only', () => {
    const call = passed(ALI, { model: 'qwq-plus', top_p: 1 }, { passThrough: true });
    expect(jsonOf(call)).toEqual({
      messages: [{ role: 'user', content: 'hi' }],
      model: 'qwq-plus',
      top_p: 1,
      stream: true,
      stream_options: { include_usage: true },
    });
  });
});

describe('Fireworks', () => {
  const valid = (call: UpstreamCall) => expect(fireworksModeViolations(jsonOf(call))).toEqual([]);

  test('more than 4096 tokens are streamed', () => {
    for (const call of [
      passed(FIREWORKS, { model: FW, max_tokens: 4097 }),
      passed(FIREWORKS, { model: FW, max_completion_tokens: 8192 }),
      passed(FIREWORKS, { model: FW, max_tokens: 10, stream: false }, { override: { max_tokens: 5000 } }),
      passed(FIREWORKS, { model: FW, prompt: 'hi', max_tokens: 4097 }, { protocol: 'openai-completions' }),
      translated(FIREWORKS, { model: FW, max_tokens: 4097 }),
    ]) {
      valid(call);
      expect(call.answerMode).toBe('streamed');
      expect(jsonOf(call)).toMatchObject({ stream: true, stream_options: { include_usage: true } });
    }
  });

  test('up to 4096 tokens are answered as requested', () => {
    for (const call of [
      passed(FIREWORKS, { model: FW, max_tokens: 4096 }),
      passed(FIREWORKS, { model: FW }),
      passed(FIREWORKS, { model: FW, max_tokens: 9000, stream: true }),
      translated(FIREWORKS, { model: FW, max_tokens: 4096 }),
    ]) {
      valid(call);
      expect(call.answerMode).toBeUndefined();
    }
  });
});

describe('Bedrock', () => {
  const tools = [{ name: 'look', input_schema: { type: 'object', properties: {} } }];
  const violationsOf = (call: UpstreamCall) => {
    const [, model = '', action = ''] = /model\/([^/]+)\/(.+)$/.exec(call.url) ?? [];
    return converseModeViolations(jsonOf(call), decodeURIComponent(model), action);
  };

  test.each([
    LLAMA,
    `us.${LLAMA}`,
    'us.meta.llama4-maverick-17b-instruct-v1:0',
    'mistral.mistral-large-2407-v1:0',
    'mistral.pixtral-large-2502-v1:0',
    'writer.palmyra-x4-v1:0',
  ])('%s answers requests with tools as a whole', (model) => {
    const call = translated(BEDROCK, { model, stream: true, tools });
    expect(violationsOf(call)).toEqual([]);
    expect(call).toMatchObject({ answerMode: 'whole', url: expect.stringMatching(/\/converse$/) as string });
    expect(call.decoder).toBeUndefined();
  });

  test.each([
    [LLAMA, { stream: true }, 'converse-stream'],
    [LLAMA, { stream: false, tools }, 'converse'],
    ['amazon.nova-pro-v1:0', { stream: true, tools }, 'converse-stream'],
    ['mistral.mistral-large-3-675b-instruct', { stream: true, tools }, 'converse-stream'],
  ])('%s with %j is called by %s', (model, fields, action) => {
    const call = translated(BEDROCK, { model, ...fields });
    expect(call.url.endsWith(`/${action}`)).toBe(true);
    expect(call.answerMode).toBeUndefined();
  });
});

describe("OpenAI's Responses", () => {
  const request = {
    model: 'o1-pro',
    stream: true,
    input: 'hi',
    stream_options: { include_obfuscation: false },
  };

  test('o1-pro is not streamed', () => {
    const call = passed(OPENAI, request, { protocol: 'openai-responses' });
    expect(responsesModeViolations(jsonOf(call))).toEqual([]);
    expect(call.answerMode).toBe('whole');
    expect(jsonOf(call)).toMatchObject({ stream: false });
    expect(jsonOf(call)).not.toHaveProperty('stream_options');
  });

  test('o1-pro is not streamed for clients of other protocols', () => {
    const body = Buffer.from(
      JSON.stringify({ model: 'o1-pro', stream: true, messages: [{ role: 'user', content: 'hi' }] }),
    );
    const chat = protocols['openai-chat'].parse(body, '/v1/chat/completions');
    const call = providerForModel(OPENAI, 'o1-pro')!.viaResponses!.request(chat, targetAt(OPENAI, 'o1-pro'));
    expect(responsesModeViolations(jsonOf(call))).toEqual([]);
    expect(call.answerMode).toBe('whole');
  });

  test('other models are streamed', () => {
    const call = passed(OPENAI, { ...request, model: 'gpt-5' }, { protocol: 'openai-responses' });
    expect(call.answerMode).toBeUndefined();
    expect(jsonOf(call)).toMatchObject({ stream: true });
  });
});
