import { cacheRatiosOf, changesOf } from '../../web/src/features/settings/ratio/prices';
import { readPastedPrices } from '../../web/src/features/settings/ratio/pasted-prices';

test('rows of a spreadsheet become ratios: input, output, cache read and cache write per 1M tokens', () => {
  const text = 'Model\tInput\tOutput\tCache read\tCache write\r\na\t3\t15\t0.3\t3.75\r\n\r\nb\t$2.5\t10';
  expect(readPastedPrices(text)).toEqual([
    { line: 2, name: 'a', price: { ratio: 1.5, completion: 5, cacheRead: 0.1, cacheWrite: 1.25 } },
    { line: 4, name: 'b', price: { ratio: 1.25, completion: 4 } },
  ]);
});

test('commas separate cells of a text without tabs; the sixth cell is a fixed price per call', () => {
  expect(readPastedPrices('"a",1\nb,,,,,0.04\nfree,0,0')).toEqual([
    { line: 1, name: 'a', price: { ratio: 0.5 } },
    { line: 2, name: 'b', price: { price: 0.04 } },
    { line: 3, name: 'free', price: { ratio: 0 } },
  ]);
});

test('quoted cells may contain separators and quotes', () => {
  expect(readPastedPrices('"org/a,b",1\n"say ""hi""",2')).toEqual([
    { line: 1, name: 'org/a,b', price: { ratio: 0.5 } },
    { line: 2, name: 'say "hi"', price: { ratio: 1 } },
  ]);
});

test.each([
  ['a,one', 'number'],
  ['a,-1', 'number'],
  [',1', 'name'],
  ['a,,2', 'none'],
  ['a,0,2', 'zero'],
  ['a,1,2,,,3', 'mixed'],
  ['a,1,2,,,,4', 'columns'],
])('a row that cannot be read is named with its line: %s', (row, problem) => {
  const [, read] = readPastedPrices(`first,1\n${row}`);
  expect(read).toMatchObject({ line: 2, problem });
  expect(read).not.toHaveProperty('price');
});

test('the second row of a model and rows beyond the bound are problems', () => {
  expect(readPastedPrices('a,1\na,2')[1]).toMatchObject({ line: 2, problem: 'duplicate' });
  const many = readPastedPrices(Array.from({ length: 2005 }, (_, index) => `m${index},1`).join('\n'));
  expect(many).toHaveLength(2001);
  expect(many.at(-1)).toMatchObject({ problem: 'rows' });
});

test('cache ratios of models whose edit has none stay as they are', () => {
  const values = { ModelRatio: '{"a":1,"b":1}', CacheRatio: '{"a":0.5,"b":0.5}' };
  const changes = changesOf(
    values,
    new Map([
      ['a', { ratio: 2 }],
      ['b', { ratio: 1, cacheRead: 0.1 }],
    ]),
  );
  expect(changes).toEqual([
    { model: 'a', before: { ModelRatio: 1 }, price: { ModelRatio: 2 } },
    { model: 'b', before: { CacheRatio: 0.5 }, price: { CacheRatio: 0.1 } },
  ]);
  expect(cacheRatiosOf(values, 'a')).toEqual({ cacheRead: 0.5 });
});
