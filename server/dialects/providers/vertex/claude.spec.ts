import { bodyOf } from '../../../../test/dialects/recorded.js';
import { passed, question, target, translated, VERTEX } from '../../../../test/dialects/vertex-calls.js';
import { providerForModel } from '../registry.js';

describe('Claude', () => {
  test('the model is in the URL, and the version in the body', () => {
    const call = translated('claude-sonnet-4-20250514', { max_tokens: 5, service_tier: 'standard_only' });
    expect(bodyOf(call)).toEqual({
      max_tokens: 5,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
      anthropic_version: 'vertex-2023-10-16',
    });
  });

  test('the bytes of a client stay the same but for the members of Anthropic’s platform', () => {
    const body = {
      model: 'claude-opus-5',
      max_tokens: 5,
      stream: true,
      service_tier: 'auto',
      inference_geo: 'us',
      ...question,
    };
    const call = passed('anthropic-messages', 'claude-opus-5', body, { stream: true });
    expect(call.body!.toString()).toBe(
      '{"max_tokens":5,"stream":true,"messages":[{"role":"user","content":"hi"}],"anthropic_version":"vertex-2023-10-16"}',
    );
    expect(call.url).toMatch(/:streamRawPredict$/);
  });

  test.each([
    ['context-1m-2025-08-07', 'context-1m-2025-08-07'],
    [
      'claude-code-20250219, interleaved-thinking-2025-05-14',
      'claude-code-20250219,interleaved-thinking-2025-05-14',
    ],
    ['advanced-tool-use-2025-11-20,tool-search-tool-2025-10-19', 'tool-search-tool-2025-10-19'],
    ['files-api-2025-04-14,skills-2025-10-02', undefined],
  ])('the betas %s are sent as %s', (betas, sent) => {
    const headers = { 'anthropic-beta': betas };
    const call = passed('anthropic-messages', 'claude-opus-5', { ...question }, {}, { headers });
    expect(call.headers['anthropic-beta']).toBe(sent);
  });

  test('images are embedded, because URLs are not read', () => {
    const { mustFetch } = providerForModel(VERTEX, 'claude-opus-5')!.chat!;
    expect(mustFetch!('https://p.example/a.png')).toBe(true);
  });

  test('tokens are counted with the model in the body', () => {
    const body = Buffer.from(JSON.stringify({ model: 'x', max_tokens: 5, inference_geo: 'us', ...question }));
    const call = providerForModel(VERTEX, 'claude')!.countTokens!.request(
      target('claude-haiku-4-5-20251001'),
      { body },
    );
    expect(call.url).toMatch(/\/us-east5\/publishers\/anthropic\/models\/count-tokens:rawPredict$/);
    expect(call.accessToken).toBeDefined();
    expect(bodyOf(call)).toEqual({
      model: 'claude-haiku-4-5@20251001',
      ...question,
      anthropic_version: 'vertex-2023-10-16',
    });
  });
});
