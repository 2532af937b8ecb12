import type { RoutableChannel } from '../../channels/channel-registry.js';
import { AttemptHistory } from '../pipeline/attempt/attempt-history.js';
import { NO_PREVIOUS_RESPONSE } from '../pipeline/plan/previous-response.js';
import type { ParsedRequest } from '../pipeline/stages.js';
import { Circuits } from './circuits.js';
import { isKeyTrouble, keyFor, keyName, otherKeyFor } from './keys.js';
import { upstreamFailure } from '../../../test/relay/upstream-failure.js';

const CHANNEL = 5;
const failure = (status: number) => upstreamFailure(status, 60);

// The code under test reads only these members.
const channelOf = (...indexes: number[]) =>
  ({
    id: CHANNEL,
    keys: indexes.map((index) => ({ index, key: `key ${index}` })),
  }) as unknown as RoutableChannel;
const requestOf = (conversation: string, keyIndex?: number) =>
  ({
    body: Buffer.from(JSON.stringify({ prompt: conversation })),
    caller: { token: { user: { id: 7 } } },
    previous: {
      ...NO_PREVIOUS_RESPONSE,
      ...(keyIndex !== undefined && { storedAt: { id: 'r', userId: 7, channelId: CHANNEL, keyIndex } }),
    },
  }) as unknown as ParsedRequest;

let history: AttemptHistory;
let circuits: Circuits<string>;

beforeEach(() => {
  history = new AttemptHistory();
  circuits = new Circuits(() => 1_000_000);
});

const CONVERSATIONS = Array.from({ length: 60 }, (_one, index) => `conversation ${index}`);
const ALL = channelOf(0, 1, 2);
const chosen = (conversation: string, channel = ALL, storedAt?: number) =>
  keyFor(requestOf(conversation, storedAt), history, channel, circuits).index;
/** The key that another is chosen for, where the keys of `full` have no room. */
const other = (conversation: string, full: readonly number[], channel = ALL, storedAt?: number) =>
  otherKeyFor(
    requestOf(conversation, storedAt),
    history,
    channel,
    circuits,
    channel.keys.filter(({ index }) => full.includes(index)),
  )?.index;
const use = (index: number) => history.addCall(ALL, ALL.keys[index]!);
const open = (index: number) => circuits.failed(keyName(CHANNEL, index), failure(429));

describe('the key of a channel with several', () => {
  test('conversations share the keys, and each keeps its own', () => {
    const keys = CONVERSATIONS.map((one) => chosen(one));
    expect(CONVERSATIONS.map((one) => chosen(one))).toEqual(keys);
    for (const index of [0, 1, 2])
      expect(keys.filter((key) => key === index).length).toBeGreaterThan(CONVERSATIONS.length / 6);
  });

  test('a key that is taken out moves its own conversations only', () => {
    for (const one of CONVERSATIONS) {
      const before = chosen(one);
      const after = chosen(one, channelOf(0, 2));
      if (before === 1) expect([0, 2]).toContain(after);
      else expect(after).toBe(before);
    }
  });

  test('the order of the keys makes no difference', () => {
    for (const one of CONVERSATIONS) expect(chosen(one, channelOf(2, 0, 1))).toBe(chosen(one));
  });

  test('a key that this request has used is not used again while others remain', () => {
    for (const one of CONVERSATIONS) {
      history = new AttemptHistory();
      const used: number[] = [];
      for (let turn = 0; turn < 3; turn++) {
        const index = chosen(one);
        expect(used).not.toContain(index);
        used.push(index);
        use(index);
      }
      // All were used: the conversation is back at its own.
      expect(chosen(one)).toBe(used[0]);
    }
  });

  test('where all were used, a key whose provider demands a long wait is left out', () => {
    const before = CONVERSATIONS.map((one) => chosen(one));
    for (const index of [0, 1, 2]) use(index);
    history.addDemandedWait(ALL, ALL.keys[1]!, 60_000);
    history.addDemandedWait(ALL, ALL.keys[2]!, 1000);
    CONVERSATIONS.forEach((one, at) => {
      if (before[at] === 1) expect(chosen(one)).not.toBe(1);
      else expect(chosen(one)).toBe(before[at]);
    });
  });

  test('a key whose circuit is open is left out, and its conversations share the others', () => {
    const before = CONVERSATIONS.map((one) => chosen(one));
    open(1);
    CONVERSATIONS.forEach((one, at) => {
      if (before[at] === 1) expect(chosen(one)).not.toBe(1);
      else expect(chosen(one)).toBe(before[at]);
    });
  });

  test('the circuit of the same line of another channel means nothing', () => {
    const before = CONVERSATIONS.map((one) => chosen(one));
    for (const index of [0, 1, 2]) circuits.failed(keyName(CHANNEL + 1, index), failure(429));
    expect(CONVERSATIONS.map((one) => chosen(one))).toEqual(before);
    circuits.failed(keyName(CHANNEL, 0), failure(429));
    for (const one of CONVERSATIONS) expect(chosen(one)).not.toBe(0);
  });

  test('an open circuit is better than a key that this request has used', () => {
    open(0);
    use(1);
    use(2);
    for (const one of CONVERSATIONS) expect(chosen(one)).toBe(0);
  });

  test('where all circuits are open the conversation uses its own key', () => {
    const before = CONVERSATIONS.map((one) => chosen(one));
    for (const index of [0, 1, 2]) open(index);
    expect(CONVERSATIONS.map((one) => chosen(one))).toEqual(before);
  });

  test('is that of the account that stores the response, whatever happened to it', () => {
    use(2);
    open(2);
    for (const one of CONVERSATIONS) expect(chosen(one, ALL, 2)).toBe(2);
  });

  test('is chosen as usual where the account of the response is no longer there', () => {
    for (const one of CONVERSATIONS) expect(chosen(one, ALL, 9)).toBe(chosen(one));
  });
});

describe('the key of a channel with one', () => {
  test.each([
    ['is that one', () => undefined],
    ['also after this request has used it', () => history.addCall(channelOf(0), { index: 0, key: '' })],
    ['also while its circuit is open', () => open(0)],
  ])('%s', (_when, prepare) => {
    prepare();
    expect(chosen('hello', channelOf(0))).toBe(0);
    expect(chosen('hello', channelOf(3), 0)).toBe(3);
  });

  test('a channel without a key is a defect', () => {
    expect(() => chosen('hello', channelOf())).toThrow('channel 5 has no key that may be used');
  });
});

describe('another key, where some have no room', () => {
  test('is one with room: the one that the conversation would have without the full ones', () => {
    for (const one of CONVERSATIONS) {
      expect(other(one, [0])).toBe(chosen(one, channelOf(1, 2)));
      expect(other(one, [0, 2])).toBe(1);
    }
  });

  test('is none where all are full', () => {
    expect(other('hello', [0, 1, 2])).toBeUndefined();
  });

  test('is none at a channel with one key', () => {
    expect(other('hello', [], channelOf(0))).toBeUndefined();
  });

  test('is none for a request that continues from a response of the full one', () => {
    for (const one of CONVERSATIONS) expect(other(one, [2], ALL, 2)).toBeUndefined();
  });

  test('is found where the account of the response is no longer there', () => {
    expect(other('hello', [0, 1], ALL, 9)).toBe(2);
  });

  test('keeps away from used keys and open circuits as well', () => {
    use(0);
    for (const one of CONVERSATIONS) expect(other(one, [1])).toBe(2);
    open(2);
    for (const one of CONVERSATIONS) expect(other(one, [])).toBe(1);
  });
});

test.each([
  [401, true],
  [403, true],
  [429, true],
  [400, false],
  [404, false],
  [500, false],
  [503, false],
])('a %i is the affair of one key: %s', (status, isOfKey) => {
  expect(isKeyTrouble(failure(status))).toBe(isOfKey);
});
