import { requestId, requestTime } from '../core/ids.js';
import { requestIdIn } from './request-id.js';

test('finds the id of a request in an error message', () => {
  const id = requestId();
  expect(requestIdIn(id)).toBe(id);
  expect(requestIdIn(`the channel is busy (request id: ${id})`)).toBe(id);
  expect(requestIdIn(`${id}-2`)).toBe(`${id}-2`);
  expect(requestTime(requestIdIn(`(${id}-2)`)!)).toBeDefined();
});

test.each(['', 'gpt-4o-2024-08-06', '20240806', 'sk-20241128183847097271149zHFgVUg6X'])(
  '%j contains none',
  (text) => {
    expect(requestIdIn(text)).toBeUndefined();
  },
);
