import { idText, parseLargeIntegers } from './large-integers.js';

test.each([
  ['{"result":1320098173412546}', { result: '1320098173412546' }],
  ['{"result":9007199254740993123}', { result: '9007199254740993123' }],
  ['[-9007199254740993123,1]', ['-9007199254740993123', 1]],
  ['{"result":123,"time":1700000000000}', { result: 123, time: 1700000000000 }],
  [
    '{"text":"12345678901234567890 \\" 12345678901234567890"}',
    { text: '12345678901234567890 " 12345678901234567890' },
  ],
  ['{"share":0.123456789012345625,"x":1e21}', { share: Number('0.123456789012345625'), x: 1e21 }],
  ['12345678901234567890.5', Number('12345678901234567890.5')],
  ['{"a\\\\":12345678901234567}', { 'a\\': '12345678901234567' }],
])('%s is parsed without loss', (json, value) => {
  expect(parseLargeIntegers(json)).toEqual(value);
});

test('long strings are no problem', () => {
  const long = 'x\\n'.repeat(500_000);
  expect(parseLargeIntegers(`{"a":"${long}","b":12345678901234567}`)).toMatchObject({
    b: '12345678901234567',
  });
});

test('what is not JSON is refused', () => {
  expect(() => parseLargeIntegers('<html>12345678901234567</html>')).toThrow(SyntaxError);
});

test.each([
  ['7', '7'],
  [7, '7'],
  [7.5, ''],
  [null, ''],
  [{}, ''],
])('the id of %j is %j', (value, id) => {
  expect(idText(value)).toBe(id);
});
