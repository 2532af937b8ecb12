import { foldEvents } from '../../../canonical/fold.js';
import { placedSources, readSources } from './numbered-sources.js';
import { providerOf } from '../../../../../test/dialects/provider-calls.js';

const A = 'https://a.example/';
const B = 'https://b.example/';

/** The member, and the text that refers to its sources by the provider's own marks. */
const documented: [string, number, object, object, string, [string, string]][] = [
  [
    'Perplexity',
    27,
    {
      citations: [A, B],
      search_results: [
        { title: 'A', url: A, snippet: 's' },
        { title: 'B', url: B },
      ],
    },
    {},
    'One [1], two [2].',
    ['[1]', '[2]'],
  ],
  ['xAI, by URL', 48, { citations: [B, A] }, {}, `One [[1]](${A}), two [[2]](${B}).`, ['[1]', '[2]']],
  [
    'Zhipu',
    26,
    {
      web_search: [
        { title: 'A', link: A, refer: 'ref_1', content: 's' },
        { title: 'B', link: B, refer: 'ref_2' },
      ],
    },
    {},
    'One [ref_1], two [ref_2].',
    ['[ref_1]', '[ref_2]'],
  ],
  [
    'Baidu, in another order',
    46,
    {
      search_results: [
        { index: 2, title: 'B', url: B },
        { index: 1, title: 'A', url: A },
      ],
    },
    {},
    'One ^[1]^, two ^[2]^.',
    ['[1]', '[2]'],
  ],
  [
    'Hunyuan',
    1019,
    {
      search_info: {
        search_results: [
          { index: 1, title: 'A', url: A },
          { index: 2, title: 'B', url: B },
        ],
      },
    },
    {},
    'One [1](@ref), two [2](@ref).',
    ['[1]', '[2]'],
  ],
  [
    'Volcengine',
    45,
    {
      references: [
        { title: 'A', url: A, summary: 's' },
        { title: 'B', url: B },
      ],
    },
    {},
    'One [1], two [2].',
    ['[1]', '[2]'],
  ],
  [
    'Azure',
    3,
    {},
    {
      context: {
        citations: [
          { title: 'A', url: A, content: 's' },
          { title: 'B', url: B },
        ],
        intent: '[]',
      },
    },
    'One [doc1], two [doc2].',
    ['[doc1]', '[doc2]'],
  ],
];

describe.each(documented)('%s', (_name, type, top, inner, content, [first, second]) => {
  const codec = providerOf(type).chat!;
  const expected = [
    { url: A, range: { start: content.indexOf(first), end: content.indexOf(first) + first.length } },
    { url: B, range: { start: content.indexOf(second), end: content.indexOf(second) + second.length } },
  ];
  const chunk = (delta: object, finish: string | null, more: object) =>
    JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: finish }], ...more });

  test('whole', () => {
    const message = { role: 'assistant', content, ...inner };
    const body = { id: 'c', choices: [{ index: 0, message, finish_reason: 'stop' }], ...top };
    expect(codec.answer(body).citations).toMatchObject(expected);
  });

  test.each([
    ['with every chunk', [0, 1, 2]],
    ['with the first chunk alone', [0]],
    ['with the last chunk alone', [2]],
  ])('streamed %s', (_where, places) => {
    const read = codec.stream({ citations: true });
    const at = (place: number) => (places.includes(place) ? top : {});
    const nested = (place: number) => (places.includes(place) ? inner : {});
    const events = [
      chunk({ content: content.slice(0, 6), ...nested(0) }, null, at(0)),
      chunk({ content: content.slice(6), ...nested(1) }, null, at(1)),
      chunk(nested(2), 'stop', at(2)),
      '[DONE]',
    ].flatMap((data) => read({ name: 'message', data }));
    expect(foldEvents(events).citations).toMatchObject(expected);
  });
});

test('files without a URL are named by their path', () => {
  const context = { citations: [{ title: '', url: null, filepath: 'a.pdf', content: 's' }] };
  const [found] = readSources({}, { context });
  expect(found).toEqual({
    number: 1,
    source: { file: { id: 'a.pdf', name: 'a.pdf' }, citedText: 's' },
  });
});

test('a link whose page is not in the list is cited by itself', () => {
  const sources = [{ number: 1, source: { url: A } }];
  expect(placedSources(sources, `Two [[1]](${B}).`)).toEqual({
    placed: [{ url: B, range: { start: 5, end: 8 } }],
    unplaced: [{ url: A }],
  });
});

test('members of other types are no sources', () => {
  const body = { search_results: 'none', web_search: true, search_info: [], references: {}, citations: 1 };
  expect(readSources(body, { context: 'x' })).toEqual([]);
});
