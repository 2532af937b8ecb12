import { bodyOf } from '../../../../test/dialects/recorded.js';
import { change, passed, target, translated, VERTEX } from '../../../../test/dialects/vertex-calls.js';
import type { Target, UpstreamCall } from '../../kit/provider.js';
import { providerForModel } from '../registry.js';

describe('Gemini', () => {
  const history = [
    { role: 'user', content: 'weather?' },
    {
      role: 'assistant',
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: '{"b":2}' },
  ];

  test('function calls and their responses have no ids', () => {
    const { contents } = bodyOf(translated('gemini-2.5-pro', { messages: history })) as { contents: unknown };
    expect(contents).toEqual([
      { role: 'user', parts: [{ text: 'weather?' }] },
      { role: 'model', parts: [{ functionCall: { name: 'f', args: { a: 1 } } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'f', response: { b: 2 } } }] },
    ]);
  });

  test.each([
    ['gs://bucket/a.PDF', 'application/pdf'],
    ['gs://bucket/a.mp3', 'audio/mpeg'],
    ['gs://bucket/a', 'application/octet-stream'],
    ['https://www.youtube.com/watch?v=x', 'video/mp4'],
  ])('the file %s is read by Google as %s', (url, mimeType) => {
    const content = [{ type: 'image_url', image_url: { url } }];
    const { contents } = bodyOf(
      translated('gemini-3.5-flash', { messages: [{ role: 'user', content }] }),
    ) as {
      contents: unknown;
    };
    expect(contents).toEqual([{ role: 'user', parts: [{ fileData: { mimeType, fileUri: url } }] }]);
  });

  test('other URLs are fetched by the gateway', () => {
    const { mustFetch } = providerForModel(VERTEX, 'gemini-3.5-flash')!.chat!;
    expect(mustFetch!('gs://bucket/a.png')).toBe(false);
    expect(mustFetch!('https://youtu.be/x')).toBe(false);
    expect(mustFetch!('https://p.example/a.png')).toBe(true);
    expect(mustFetch!('https://generativelanguage.googleapis.com/v1beta/files/x')).toBe(true);
  });

  describe('the service tier is a header, and of the global endpoint alone', () => {
    const HEADER = 'x-vertex-ai-llm-shared-request-type';
    const contents = [{ role: 'user', parts: [{ text: 'hi' }] }];
    const calls: [string, (tier: object, overrides?: Partial<Target>) => UpstreamCall][] = [
      ['a client of OpenAI', (tier, overrides) => translated('gemini-3.5-flash', tier, overrides)],
      [
        'a client of Google',
        (tier, overrides) => passed('gemini', 'gemini-3.5-flash', { contents, ...tier }, {}, overrides),
      ],
    ];

    describe.each(calls)('of %s', (_, call) => {
      test.each(['priority', 'flex'])('%s', (tier) => {
        const { headers, body } = call({ service_tier: tier }, { other: 'global' });
        expect(headers[HEADER]).toBe(tier);
        expect(JSON.parse(String(body))).toMatchObject({ contents });
        expect(String(body)).not.toMatch(/service_?tier/i);
      });

      test('with an API key, which is for the global endpoint', () => {
        const { headers } = call({ service_tier: 'flex' }, { key: 'AQ.key', other: 'us-east5' });
        expect(headers[HEADER]).toBe('flex');
      });

      test('set by the channel', () => {
        const { headers, body } = call({}, { other: 'global', override: { serviceTier: 'priority' } });
        expect(headers[HEADER]).toBe('priority');
        expect(String(body)).not.toMatch(/service_?tier/i);
      });

      test.each([
        ['a region', { service_tier: 'flex' }, 'us-east5'],
        ['the usual tier', { service_tier: 'auto' }, 'global'],
        ['no tier', {}, 'global'],
      ])('not with %s, and nothing of it is left in the body', (_case, tier, other) => {
        const { headers, body } = call(tier, { other });
        expect(headers).not.toHaveProperty(HEADER);
        expect(String(body)).not.toMatch(/service_?tier/i);
      });
    });

    test('in the names of the enumeration', () => {
      const { headers } = passed(
        'gemini',
        'gemini-3.5-flash',
        { contents, serviceTier: 'SERVICE_TIER_PRIORITY' },
        {},
        { other: 'global' },
      );
      expect(headers[HEADER]).toBe('priority');
    });
  });

  test('a body that Vertex AI accepts stays the same bytes', () => {
    const body = Buffer.from(
      '{ "contents":[{"role":"user","parts":[{"text":"the \\"id\\" 天"}]}], "x":1e2 }',
    );
    const codec = providerForModel(VERTEX, 'gemini-3.5-flash')!.native.gemini!;
    const call = codec.request(body, change('gemini-3.5-flash'), target('gemini-3.5-flash'));
    expect(call.body).toBe(body);
    expect(call.url).toMatch(/\/us-east5\/publishers\/google\/models\/gemini-3.5-flash:generateContent$/);
  });

  test.each([
    [[{ parts: [{ text: 'q' }] }], [{ role: 'user', parts: [{ text: 'q' }] }]],
    [
      [
        {
          role: 'model',
          parts: [{ functionCall: { id: 'c', name: 'f', args: { id: 1 } }, thoughtSignature: 's' }],
        },
      ],
      [{ role: 'model', parts: [{ functionCall: { name: 'f', args: { id: 1 } }, thoughtSignature: 's' }] }],
    ],
    [
      [{ role: 'user', parts: [{ function_response: { id: 'c', name: 'f', response: {} } }] }],
      [{ role: 'user', parts: [{ function_response: { name: 'f', response: {} } }] }],
    ],
  ])('the contents %j of a client are sent as %j', (contents, expected) => {
    const call = passed('gemini', 'gemini-3.5-flash', { contents, labels: { a: 'b' } });
    expect(bodyOf(call)).toEqual({ contents: expected, labels: { a: 'b' } });
  });

  test('a body that passes through is not changed', () => {
    const body = { contents: [{ parts: [{ text: 'q' }] }] };
    expect(bodyOf(passed('gemini', 'gemini-3.5-flash', body, { passThrough: true }))).toEqual(body);
  });

  test.each([
    [{ contents: [{ role: 'user', parts: [{ text: 'q' }] }], safetySettings: [] }],
    [{ generateContentRequest: { model: 'models/x', contents: [{ role: 'user', parts: [{ text: 'q' }] }] } }],
  ])('tokens of %j are counted', (body) => {
    const { countTokens } = providerForModel(VERTEX, 'gemini-3.5-flash')!;
    const call = countTokens!.request(target('gemini-3.5-flash'), {
      body: Buffer.from(JSON.stringify(body)),
    });
    expect(call.url).toMatch(/models\/gemini-3.5-flash:countTokens$/);
    expect(bodyOf(call)).toEqual({ contents: [{ role: 'user', parts: [{ text: 'q' }] }] });
  });
});
