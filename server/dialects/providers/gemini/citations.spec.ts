import { readGrounding, readRecitations } from './citations.js';

const TEXT = 'Größe 🗼: Paris is the capital. Rome is not.';
const A = 'https://a.example/';
const B = 'https://b.example/';
const rangeOf = (text: string) => ({ start: TEXT.indexOf(text), end: TEXT.indexOf(text) + text.length });
const bytesOf = (text: string) => {
  const startIndex = Buffer.byteLength(TEXT.slice(0, TEXT.indexOf(text)));
  return { startIndex, endIndex: startIndex + Buffer.byteLength(text) };
};

test('a stretch can rest on several sources, and sources without a stretch are of the whole answer', () => {
  const groundingChunks = [
    { web: { uri: A, title: 'A' } },
    { maps: { uri: B, title: 'B', placeId: 'places/1' } },
    { web: { uri: 'https://c.example/' } },
  ];
  const segment = { ...bytesOf('Paris is the capital'), text: 'Paris is the capital' };
  const groundingSupports = [{ segment, groundingChunkIndices: [0, 1, 7] }];
  const range = rangeOf('Paris is the capital');
  expect(readGrounding({ groundingChunks, groundingSupports }, TEXT)).toEqual([
    { url: A, title: 'A', range },
    { url: B, title: 'B', range },
    { url: 'https://c.example/' },
  ]);
});

test('bytes that are not of the whole text: the text of the segment is looked for', () => {
  const groundingChunks = [{ web: { uri: A, title: 'A' } }];
  const support = (segment: object) => ({
    groundingChunks,
    groundingSupports: [{ segment, groundingChunkIndices: [0] }],
  });
  // Counted within the second part.
  const inPart = { partIndex: 1, startIndex: 0, endIndex: 4, text: 'Rome' };
  expect(readGrounding(support(inPart), TEXT)).toEqual([{ url: A, title: 'A', range: rangeOf('Rome') }]);
  const elsewhere = { startIndex: 0, endIndex: 9, text: 'Madrid' };
  expect(readGrounding(support(elsewhere), TEXT)).toEqual([{ url: A, title: 'A' }]);
  // The start is left out where it is zero.
  expect(readGrounding(support({ endIndex: 2, text: 'Gr' }), TEXT)[0]?.range).toEqual({ start: 0, end: 2 });
});

test.each(['citationSources', 'citations'])('recited pages: %s', (member) => {
  const sources = [
    { ...bytesOf('Rome is not'), uri: A, license: 'MIT' },
    { startIndex: 0, endIndex: 3 },
  ];
  expect(readRecitations({ [member]: sources }, TEXT)).toEqual([{ url: A, range: rangeOf('Rome is not') }]);
});
