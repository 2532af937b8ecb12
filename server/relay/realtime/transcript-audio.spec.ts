import fc from 'fast-check';
import { TranscriptAudio } from './transcript-audio.js';
import { seededRuns } from '../../../test/setup/properties.js';

const SECOND = 48_000;
let audio: TranscriptAudio;

beforeEach(() => {
  audio = new TranscriptAudio();
  audio.transcribes = true;
});

test('an item is as long as the audio before its commit, whatever the client appends meanwhile', () => {
  audio.append(2 * SECOND);
  audio.close('commit');
  audio.append(3 * SECOND);
  audio.close('commit');
  audio.append(4 * SECOND);
  audio.committed('a');
  audio.committed('b');
  expect(audio.pending).toBe(9);
  expect(audio.complete('b', 0)).toBe(3);
  expect(audio.complete('a', 0)).toBe(2);
  expect(audio.complete('a', 0)).toBeUndefined();
  expect(audio.pending).toBe(4);
});

test('the format is the one that the provider has confirmed by the commit', () => {
  audio.append(SECOND);
  audio.setFormat('g711_ulaw');
  audio.committed('a');
  expect(audio.complete('a', 0)).toBe(6);
});

test('a clear drops what the provider has not committed before it, and nothing else', () => {
  audio.append(SECOND);
  audio.close('clear');
  audio.append(2 * SECOND);
  // Voice activity detection was faster than the clear.
  audio.committed('a');
  audio.cleared();
  audio.committed('b');
  expect([audio.complete('a', 0), audio.complete('b', 0)]).toEqual([1, 2]);
});

test('cleared audio does not count, unless a part of its transcript was delivered', () => {
  audio.append(SECOND);
  audio.close('clear');
  audio.cleared();
  audio.append(2 * SECOND);
  audio.transcribing('a', 0);
  audio.close('clear');
  audio.cleared();
  audio.append(3 * SECOND);
  expect(audio.rest(false)).toEqual([2]);
});

test('the audio of a refused commit belongs to the next one', () => {
  audio.append(SECOND);
  audio.close('commit');
  audio.commitRefused();
  audio.append(SECOND);
  audio.close('commit');
  audio.committed('a');
  expect(audio.complete('a', 0)).toBe(2);
});

test('speech is at most as long as the audio that was appended', () => {
  audio.append(2 * SECOND);
  audio.speechDetected('a', 500, undefined);
  audio.speechDetected('a', undefined, 1500);
  audio.committed('a');
  audio.append(2 * SECOND);
  audio.speechDetected('b', 0, 60_000);
  audio.committed('b');
  expect([audio.complete('a', 0), audio.complete('b', 0)]).toEqual([1, 2]);
});

test('a provider that reports no commits transcribes what was committed, else what was appended', () => {
  audio.append(SECOND);
  audio.close('commit');
  audio.append(2 * SECOND);
  expect(audio.complete('', 0)).toBe(1);
  expect(audio.complete('', 0)).toBe(2);
  expect(audio.complete('', 0)).toBe(0);
});

test('a failed transcript costs nothing, also if it is completed afterwards', () => {
  audio.append(SECOND);
  audio.committed('a');
  audio.failed('a', 0);
  expect(audio.complete('a', 0)).toBeUndefined();
  expect(audio.rest(true)).toEqual([]);
});

describe('at the end', () => {
  test('commits without a transcript count if the client is the reason, else only what was delivered', () => {
    const ended = (undelivered: boolean) => {
      audio = new TranscriptAudio();
      audio.transcribes = true;
      for (const item of ['a', 'b']) {
        audio.append(SECOND);
        audio.committed(item);
      }
      audio.transcribing('b', 0);
      audio.append(2 * SECOND);
      audio.close('commit');
      audio.append(5 * SECOND);
      return audio.rest(undelivered);
    };
    expect(ended(true)).toEqual([1, 1, 2]);
    expect(ended(false)).toEqual([1]);
  });

  test('audio counts whose transcript came before its commit', () => {
    audio.append(SECOND);
    audio.transcribing('a', 0);
    audio.append(SECOND);
    expect(audio.rest(false)).toEqual([2]);
  });

  test('audio that is not transcribed does not count', () => {
    audio.transcribes = false;
    audio.append(SECOND);
    audio.committed('a');
    audio.append(SECOND);
    audio.close('commit');
    expect(audio.rest(true)).toEqual([]);
  });
});

test('no second counts twice, in any order of events', () => {
  const item = fc.constantFrom('a', 'b', 'c', '');
  const step = fc.oneof(
    fc.record({ do: fc.constant('append' as const), seconds: fc.integer({ min: 0, max: 9 }) }),
    fc.record({ do: fc.constantFrom('commit' as const, 'clear' as const) }),
    fc.record({
      do: fc.constantFrom(
        'committed' as const,
        'transcribing' as const,
        'failed' as const,
        'complete' as const,
      ),
      item,
    }),
    fc.record({ do: fc.constantFrom('cleared' as const, 'commitRefused' as const) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.boolean(), (steps, undelivered) => {
      const one = new TranscriptAudio();
      one.transcribes = true;
      let appended = 0;
      let charged = 0;
      for (const step of steps) {
        if (step.do === 'append') {
          appended += step.seconds;
          one.append(step.seconds * SECOND);
        } else if (step.do === 'commit' || step.do === 'clear') one.close(step.do);
        else if (step.do === 'committed') one.committed(step.item);
        else if (step.do === 'transcribing') one.transcribing(step.item, 0);
        else if (step.do === 'failed') one.failed(step.item, 0);
        else if (step.do === 'complete') charged += one.complete(step.item, 0) ?? 0;
        else one[step.do]();
      }
      for (const seconds of one.rest(undelivered)) charged += seconds;
      expect(charged).toBeLessThanOrEqual(appended);
    }),
    seededRuns(600),
  );
});
