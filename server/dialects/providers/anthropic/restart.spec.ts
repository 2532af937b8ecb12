import type { CanonicalEvent } from '../../canonical/events.js';
import { anthropic } from './index.js';

/** A stream in which the answer begins anew. */
function eventsOf(...events: object[]): CanonicalEvent[] {
  const read = anthropic.chat!.stream();
  return events.flatMap((event) =>
    read({ name: (event as { type: string }).type, data: JSON.stringify(event) }),
  );
}

const start = { type: 'message_start', message: { id: 'msg_1', model: 'm' } };
const open = {
  type: 'content_block_start',
  index: 0,
  content_block: { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} },
};
const half = {
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'input_json_delta', partial_json: '{"ci' },
};
const close = { type: 'content_block_stop', index: 0 };

test('inside a tool call it is a failure, because half a call must not run', () => {
  expect(eventsOf(start, open, half, start).at(-1)).toMatchObject({
    type: 'error',
    failure: { code: 'invalid_response', status: 502 },
  });
});

test('behind a whole call it goes on', () => {
  const rest = { ...half, delta: { type: 'input_json_delta', partial_json: 'ty":1}' } };
  expect(eventsOf(start, open, half, rest, close, start).some(({ type }) => type === 'error')).toBe(false);
});
