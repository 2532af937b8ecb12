import { countTokens, nativeGenerate as native } from './native.js';
import type { NativeChange, Target } from '../../kit/provider.js';
import { targetOf } from '../../../../test/dialects/recorded.js';

const PATH = '/v1beta/models/asked:generateContent?key=sk-secret';
const target = (overrides: Partial<Target> = {}) =>
  targetOf({ type: 24, model: 'gemini-2.5-pro', path: PATH, ...overrides });
const change = (overrides: Partial<NativeChange> = {}): NativeChange => ({
  model: 'gemini-2.5-pro',
  stream: false,
  includeUsage: true,
  passThrough: false,
  ...overrides,
});

const body = Buffer.from('{ "contents":[{"parts":[{"text":"天"}]}], "unknown":{"x":1e2} }');

describe('the request', () => {
  test('is the very same bytes; model, action and key are those of the channel', () => {
    const call = native.request(body, change(), target());
    expect(call.body).toBe(body);
    expect(call.url).toBe('https://upstream.example/v1beta/models/gemini-2.5-pro:generateContent');
    expect(call.headers).toMatchObject({ 'x-goog-api-key': 'sk-key', accept: 'application/json' });
    expect(JSON.stringify(call)).not.toContain('sk-secret');
  });

  test('of a stream asks for events, whatever the client’s framing is', () => {
    const call = native.request(body, change({ stream: true }), target());
    expect(call.url).toBe(
      'https://upstream.example/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
    );
    expect(call.headers.accept).toBe('text/event-stream');
  });

  test.each([
    [{ path: '/v1/models/asked:generateContent' }, '/v1/models/gemini-2.5-pro:'],
    [{ other: 'v1alpha' }, '/v1alpha/models/gemini-2.5-pro:'],
    [{ model: 'tunedModels/mine' }, '/v1beta/tunedModels/mine:'],
    [{ model: 'models/gemini-2.0-flash' }, '/v1beta/models/gemini-2.0-flash:'],
    [{ model: '../../v1/files?x#y' }, '/v1beta/models/..%2F..%2Fv1%2Ffiles%3Fx%23y:'],
  ])('with %j goes to %s', (overrides, path) => {
    expect(native.request(body, change(), target(overrides)).url).toBe(
      `https://upstream.example${path}generateContent`,
    );
  });

  test('takes the channel’s override, unless its bodies pass through', () => {
    const override = { safetySettings: [{ category: 'C', threshold: 'OFF' }], unknown: 1 };
    const sent = (passThrough: boolean) =>
      native.request(body, change({ passThrough }), target({ override })).body!.toString();
    expect(sent(false)).toBe(
      '{ "contents":[{"parts":[{"text":"天"}]}], "unknown":1,"safetySettings":[{"category":"C","threshold":"OFF"}] }',
    );
    expect(sent(true)).toBe(body.toString());
  });

  test.each([
    [{ generationConfig: { thinkingConfig: { thinkingBudget: 1024 } } }, '1024'],
    [{ generation_config: { thinking_config: { thinking_level: 'HIGH' } } }, 'high'],
    [{ contents: [{ parts: [{ text: '"thinkingConfig"' }] }] }, undefined],
    [{ generationConfig: {} }, undefined],
  ])('%j: the log knows how much thinking it asks for', (fields, effort) => {
    const call = native.request(Buffer.from(JSON.stringify(fields)), change(), target());
    expect(call.reasoningEffort).toBe(effort);
  });
});

describe('counting', () => {
  test('asks in the client’s own words and reads the total', () => {
    const call = countTokens.request(target(), { body });
    expect(call.url).toBe('https://upstream.example/v1beta/models/gemini-2.5-pro:countTokens');
    expect(call.body).toBe(body);
    expect(countTokens.read({ totalTokens: 31, cachedContentTokenCount: 2 })).toBe(31);
    expect(() => countTokens.read({})).toThrow('no token count');
  });
});

describe('where a stream ends', () => {
  const event = (object: object, lineEnd = '\n') => `data: ${JSON.stringify(object)}${lineEnd}${lineEnd}`;
  const says = (text: string, finishReason?: string) => ({
    candidates: [
      { content: { role: 'model', parts: [{ text }] }, index: 0, ...(finishReason && { finishReason }) },
    ],
  });
  const endOf = (text: string) => native.endOf!(Buffer.from(text));

  test.each(['\n', '\r\n'])('at the event with a finish, line ends %j', (lineEnd) => {
    const first = event(says('天'), lineEnd);
    const last = event(says('!', 'STOP'), lineEnd);
    expect(endOf(first)).toBe(-1);
    expect(endOf(first + last)).toBe(Buffer.byteLength(first));
    expect(endOf(first + last + event({ usageMetadata: {} }, lineEnd))).toBe(Buffer.byteLength(first));
    expect(endOf(last)).toBe(0);
  });

  test('a prompt that was blocked ends it, too', () => {
    expect(endOf(event({ promptFeedback: { blockReason: 'SAFETY' } }))).toBe(0);
  });

  test('words about a finish end nothing: in texts, arguments, or without a value', () => {
    expect(endOf(event(says('"finishReason":"STOP"')))).toBe(-1);
    const call = { functionCall: { name: 'f', args: { finishReason: 'STOP' } } };
    expect(endOf(event({ candidates: [{ content: { parts: [call] } }] }))).toBe(-1);
    expect(endOf(event({ candidates: [{ finishReason: '' }] }))).toBe(-1);
    expect(endOf('data: {"finishReason":"STOP"\n\n')).toBe(-1);
    expect(endOf('')).toBe(-1);
  });

  test('of several finishes the last counts', () => {
    const one = event(says('a', 'STOP'));
    expect(endOf(one + one + event(says('b')))).toBe(Buffer.byteLength(one));
  });
});
