import fc from 'fast-check';
import { WordSearch } from './word-search.js';

test.each(['developer', 'system', 'tool_call_id', 'role', 'name', 'reasoning_content'])('%s', (word) => {
  const search = new WordSearch(word);
  const piece = fc.constantFrom(word, `"${word}"`, `"${word}`, `\\"${word}\\"`, '"', 'é', word.slice(3), ' ');
  fc.assert(
    fc.property(fc.array(piece), fc.nat(40), fc.nat(80), (pieces, from, length) => {
      const body = Buffer.from(pieces.join(''));
      const end = Math.min(body.length, from + length);
      const at = body.indexOf(`"${word}"`, from);
      const expected = at !== -1 && at + word.length + 2 <= end ? at : -1;
      expect(search.indexIn(body, from, end)).toBe(expected);
    }),
  );
});
