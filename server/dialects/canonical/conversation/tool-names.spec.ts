import { call, text } from '../../../../test/dialects/turns.js';
import type { CanonicalEvent } from '../events.js';
import { withClientName, withClientNames } from './tool-names.js';

/** The tool `fs.read` was sent as `fs_read`. */
const names = new Map([['fs_read', 'fs.read']]);

test.each<[CanonicalEvent, string]>([
  [{ type: 'tool-start', index: 0, id: 'c', name: 'fs_read', signature: 's' }, 'fs.read'],
  [{ type: 'tool-start', index: 0, id: 'c', name: 'search' }, 'search'],
])('a streamed call %j is of the tool %s', (event, name) => {
  expect(withClientName(event, names)).toStrictEqual({ ...event, name });
});

test.each<[CanonicalEvent]>([
  [{ type: 'text-delta', text: 'fs_read' }],
  [{ type: 'tool-delta', index: 0, text: 'fs_read' }],
  [{ type: 'finish', reason: 'tool-calls' }],
])('the event %j stays', (event) => {
  expect(withClientName(event, new Map([...names, [undefined as never, 'x']]))).toBe(event);
});

test('the calls of a whole response have the names of the client, all else stays', () => {
  const response = {
    id: 'msg_1',
    model: 'm',
    parts: [text('fs_read'), { ...call('a'), name: 'fs_read' }, call('b')],
    finish: { reason: 'tool-calls' as const },
    usage: undefined,
  };
  expect(withClientNames(response, new Map([...names, [undefined as never, 'x']]))).toStrictEqual({
    ...response,
    parts: [text('fs_read'), { ...call('a'), name: 'fs.read' }, call('b')],
  });
});
