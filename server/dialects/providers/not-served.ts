import { defineProvider, type ProviderDefinition } from '../kit/define-provider.js';

/**
 * Types that have a format of their own and no provider yet. They give imported channels a name and a form; a type moves to
 * its own file when it gets a provider.
 */
export const notServed: readonly ProviderDefinition[] = [
  defineProvider({
    type: 57,
    id: 'codex',
    name: { en: 'Codex', zh: 'Codex' },
    color: 'gray',
    baseUrl: 'https://chatgpt.com',
    models: [],
  }),
];
