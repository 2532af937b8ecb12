import { endWithCost, heldEnd, scanResponse, withCost, withoutCost } from './stated-cost.js';

const stated = (document: string, cost: number | undefined, rendered?: () => unknown) =>
  withCost(scanResponse(Buffer.from(document)), cost, rendered).toString('utf8');
const asking = (includeCost?: boolean) =>
  ({ params: { includeCost } }) as unknown as Parameters<typeof endWithCost>[0];

test.each([
  ['{"a":1.50,"usage":{"x":1}}', 0.5, '{"a":1.50,"usage":{"x":1,"cost":0.5}}'],
  ['{"usage":{}, "a" : "\\u00e9"}', 0, '{"usage":{"cost":0}, "a" : "\\u00e9"}'],
  // Of a provider.
  ['{"usage":{"cost":9,"x":1,"cost_details":{"y":8}}}', 0.5, '{"usage":{"cost":0.5,"x":1}}'],
  ['{"usage":{"cost":9,"x":1,"cost_details":{"y":8}}}', undefined, '{"usage":{"x":1}}'],
  // The last event of a stream of Responses.
  ['{"response":{"usage":{"x":1}}}', 0.5, '{"response":{"usage":{"x":1,"cost":0.5}}}'],
  ['{"usage":{"x":1},"usage":{"x":2}}', 0.5, '{"usage":{"x":1},"usage":{"x":2,"cost":0.5}}'],
])('the cost is added to the usage of %s, and no other byte is changed', (document, cost, expected) => {
  expect(stated(document, cost)).toBe(expected);
});

test('a response without usage gets the one that was charged', () => {
  const rendered = () => ({ x: 3 });
  expect(stated('{"a":1}', 0.5, rendered)).toBe('{"a":1,"usage":{"x":3,"cost":0.5}}');
  expect(stated('{"usage":null}', 0.5, rendered)).toBe('{"usage":{"x":3,"cost":0.5}}');
  expect(stated('{"a":1}', undefined, rendered)).toBe('{"a":1}');
  expect(stated('{"a":1}', 0.5)).toBe('{"a":1}');
});

test('responses may begin with a byte order mark, and are larger than requests may be', () => {
  expect(stated('\ufeff{"usage":{}}', 1)).toBe('{"usage":{"cost":1}}');
  const words = JSON.stringify(Array.from({ length: 100_001 }, () => 'w'));
  expect(stated(`{"words":${words},"usage":{}}`, 1)).toContain('"usage":{"cost":1}');
  expect(() => stated('{"usage":{', 1)).toThrow(SyntaxError);
});

describe('events', () => {
  const USAGE = 'event: x\r\ndata: {"usage":{"x":1}}\r\n\r\n';

  test('only of requests that ask get a cost', () => {
    expect(String(endWithCost(asking(), USAGE, 1))).toBe(USAGE);
    expect(String(endWithCost(asking(false), USAGE, 1))).toBe(USAGE);
    expect(String(endWithCost(asking(true), USAGE, 1))).toBe(USAGE.replace('"x":1', '"x":1,"cost":1'));
  });

  test('the usage that was held back is sent before the end', () => {
    const end = 'data: [DONE]\n\n';
    const normalize = (bytes: Buffer) => Buffer.from(bytes.toString().replace('"x"', '"y"'));
    expect(String(heldEnd({}, Buffer.from(USAGE), end, 1))).toBe(
      USAGE.replace('"x":1', '"x":1,"cost":1') + end,
    );
    expect(String(heldEnd({ normalize }, Buffer.from(USAGE), end, undefined))).toBe(
      USAGE.replace('"x"', '"y"') + end,
    );
    expect(String(heldEnd({}, undefined, Buffer.from(USAGE), 1))).toBe(
      USAGE.replace('"x":1', '"x":1,"cost":1'),
    );
    expect(String(heldEnd({}, undefined, undefined, 1))).toBe('');
  });

  test('of other kinds stay as they are', () => {
    const others =
      ': "usage" "cost"\n\ndata: {"text":"\\"usage\\": {\\"cost\\": 1}"}\n\ndata: {"usage":\ndata: 1}\n\n';
    expect(String(withoutCost(Buffer.from(others)))).toBe(others);
    expect(String(withoutCost(Buffer.from('data: {"usage":{"cost":2,"x":1}}\n\n')))).toBe(
      'data: {"usage":{"x":1}}\n\n',
    );
  });
});
