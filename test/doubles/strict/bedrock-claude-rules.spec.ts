import { bedrockClaudeViolations } from './bedrock-claude-rules.js';

/** Checks that the strict double rejects invalid requests: a double that accepts everything proves nothing. */
const image = { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } };
const check = (fields: object) =>
  bedrockClaudeViolations({ signatures: new Set() }, 'us.anthropic.claude-opus-4-6-v1', {
    anthropic_version: 'bedrock-2023-05-31',
    max_tokens: 9,
    messages: [{ role: 'user', content: 'q' }],
    ...fields,
  }).join('; ');

test('takes a good request', () => {
  expect(check({ anthropic_beta: ['interleaved-thinking-2025-05-14'] })).toBe('');
});

test.each<[object, string]>([
  [{ anthropic_version: undefined }, 'anthropic_version: is required'],
  [{ anthropic_beta: 'interleaved-thinking-2025-05-14' }, 'must be a list'],
  [{ anthropic_beta: ['claude-code-20250219'] }, 'invalid beta flag claude-code-20250219'],
  [{ model: 'claude-opus-4-6' }, 'model: Extra inputs'],
  [{ stream: true }, 'stream: Extra inputs'],
  [{ service_tier: 'auto' }, 'service_tier: Extra inputs'],
  [{ anthropic_beta: ['interleaved-thinking-2025-05-14'], speed: 'fast' }, 'speed: Extra inputs'],
  [{ tools: [{ type: 'web_search_20250305', name: 'web_search' }] }, 'web_search_20250305 is not supported'],
  [{ messages: [{ role: 'user', content: [image] }] }, 'URL sources are not supported'],
  [{ max_tokens: 0 }, 'max_tokens'],
])('refuses %j', (fields, problem) => {
  expect(check(fields)).toContain(problem);
});
