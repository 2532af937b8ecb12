import { brokenPart } from './automatic-status.service.js';

/** A channel with keys at these lines. */
const channel = (lines: number[], changes = {}) => ({
  autoBan: true,
  enabled: true,
  keys: lines.map((index) => ({ index, key: `key-${index}` })),
  ...changes,
});

describe('what a failure disables', () => {
  test.each([
    ['the key that failed, beside others', channel([0, 1]), 1, { keyIndex: 1 }],
    ['a key that is set aside already, beside one that works', channel([0]), 1, { keyIndex: 1 }],
    ['the channel, with its only key', channel([0]), 0, 'channel'],
    ['the channel, with the last key that works', channel([2]), 2, 'channel'],
    ['the channel, whose address fails', channel([0, 1]), undefined, 'channel'],
    ['a disabled channel as a whole', channel([0, 1], { enabled: false }), 1, 'channel'],
    ['nothing where the operator forbids it', channel([0, 1], { autoBan: false }), 1, undefined],
    [
      'nothing where the operator forbids it, whatever fails',
      channel([0], { autoBan: false }),
      undefined,
      undefined,
    ],
    ['nothing of a deleted channel', undefined, 0, undefined],
  ])('%s', (_what, of, keyIndex, expected) => {
    expect(brokenPart(of, keyIndex)).toEqual(expected);
  });
});
