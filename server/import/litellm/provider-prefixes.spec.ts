import { readFileSync } from 'node:fs';
import { isServed } from '../../dialects/providers/registry.js';
import { definitionFor, providerModel, PROVIDERS } from './provider-prefixes.js';

test('each provider of the table has a channel type that can serve, and docs/import.md names it', () => {
  const page = readFileSync('docs/import.md', 'utf8');
  for (const provider of Object.keys(PROVIDERS)) {
    const definition = definitionFor(provider);
    expect([provider, definition !== undefined && isServed(definition.type)]).toEqual([provider, true]);
    expect(page).toContain(`\`${provider}\``);
  }
  expect(definitionFor('petals')).toBeUndefined();
  expect(definitionFor('constructor')).toBeUndefined();
});

test('the provider is in front of the model, in custom_llm_provider, or known by the name', () => {
  expect(providerModel('azure/my-deployment', '')).toEqual({ provider: 'azure', model: 'my-deployment' });
  expect(providerModel('together_ai/meta/llama', '')).toEqual({
    provider: 'together_ai',
    model: 'meta/llama',
  });
  expect(providerModel('bedrock/converse/us.amazon.nova', '')).toEqual({
    provider: 'bedrock',
    model: 'us.amazon.nova',
  });
  expect(providerModel('meta/llama', 'openai')).toEqual({ provider: 'openai', model: 'meta/llama' });
  expect(providerModel('openai/x', 'openai')).toEqual({ provider: 'openai', model: 'x' });
  expect(providerModel('claude-haiku-4-5', '').provider).toBe('anthropic');
  expect(providerModel('gpt-4o', '').provider).toBe('openai');
});
