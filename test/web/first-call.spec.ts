import { readPaste } from '../../web/src/features/first-call/read-paste';
import { suggestedModels } from '../../web/src/features/first-call/suggested-models';

/** What a pasted text is, and which models a first channel begins with. */
test.each([
  ['a key', ' sk-1 ', { key: 'sk-1', address: '' }],
  ['an address', 'http://10.0.0.5:8000/v1', { key: '', address: 'http://10.0.0.5:8000/v1' }],
  ['both', 'https://a.example sk-1', { key: 'sk-1', address: 'https://a.example' }],
  [
    'both on lines, in any order',
    'sk-1\r\n https://a.example/v1\n',
    { key: 'sk-1', address: 'https://a.example/v1' },
  ],
  ['several keys', 'sk-1\nsk-2', { key: 'sk-1\nsk-2', address: '' }],
  [
    'a document with addresses',
    '{"token_uri": "https://a.example", "x": 1}',
    { key: '{"token_uri": "https://a.example", "x": 1}', address: '' },
  ],
  ['nothing', '  ', { key: '', address: '' }],
])('%s', (_title, text, expected) => {
  expect(readPaste(text)).toEqual(expected);
});

test('a dozen chat models with a price come first, in the order of the provider’s current ones', () => {
  const offered = [
    'text-embedding-3-small',
    'old',
    'mini',
    'new',
    'free',
    ...Array.from({ length: 20 }, (_, n) => `m${n}`),
  ];
  const chosen = suggestedModels(offered, ['new', 'mini', 'free'], ['free', 'old']);
  expect(chosen).toHaveLength(12);
  expect(chosen.slice(0, 3)).toEqual(['new', 'mini', 'm0']);
  expect(chosen).not.toContain('free');
  expect(suggestedModels(['bge-m3', 'free', 'chat'], [], ['free'])).toEqual(['chat', 'free', 'bge-m3']);
  expect(suggestedModels([], ['new'], [])).toEqual([]);
});
