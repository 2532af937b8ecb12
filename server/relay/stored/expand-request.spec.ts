import { expandRequest, openCompactions } from './expand-request.js';
import type { StoredResponse } from './stored-responses.js';

const MIB = 1024 * 1024;
const TOO_LARGE = expect.objectContaining({ code: 'body_too_large' });

test('a body that names a large stored item again and again is refused', () => {
  const item = { type: 'message', id: 'msg_a_0', content: 'x'.repeat(MIB) };
  const stored = new Map([['resp_a', { output: [item] } as unknown as StoredResponse]]);
  const naming = (times: number) =>
    Buffer.from(
      JSON.stringify({
        input: Array.from({ length: times }, () => ({ type: 'item_reference', id: 'msg_a_0' })),
      }),
    );
  const expanded = JSON.parse(expandRequest(naming(2), undefined, stored).toString()) as { input: object[] };
  expect(expanded.input).toHaveLength(2);
  expect(() => expandRequest(naming(2000), undefined, stored)).toThrow(TOO_LARGE as Error);
});

test('a body that holds a long compaction again and again is refused', () => {
  const holding = (times: number) =>
    Buffer.from(
      JSON.stringify({
        input: Array.from({ length: times }, () => ({ type: 'compaction', encrypted_content: 'tg.k.a' })),
      }),
    );
  const open = jest.fn(() => 'x'.repeat(MIB));
  expect(openCompactions(holding(2), open).length).toBeGreaterThan(2 * MIB);
  open.mockClear();
  expect(() => openCompactions(holding(2000), open)).toThrow(TOO_LARGE as Error);
  expect(open.mock.calls.length).toBeLessThan(40);
});
