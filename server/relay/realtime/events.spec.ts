import fc from 'fast-check';
import { SessionCounters } from './counters.js';
import { itemParts, RealtimeEvent, sessionFacts } from './events.js';
import { chosen, readOffered } from './subprotocols.js';

const event = (value: object) => RealtimeEvent.of(Buffer.from(JSON.stringify(value)));

describe('an event', () => {
  test('is known by its type, wherever it stands', () => {
    expect(event({ audio: 'AAAA', type: 'input_audio_buffer.append' })?.type).toBe(
      'input_audio_buffer.append',
    );
  });

  test.each(['', 'x', '[]', '{}', '{"type":1}', '{"type":"a"', '"type"', '{"type":"a"}x'])(
    'is not read out of %j',
    (text) => {
      expect(RealtimeEvent.of(Buffer.from(text))).toBeUndefined();
    },
  );

  test('tells the bytes behind base64 without decoding it', () => {
    for (let length = 0; length < 10; length++)
      expect(event({ type: 'a', audio: Buffer.alloc(length).toString('base64') })?.bytes('audio')).toBe(
        length,
      );
    expect(event({ type: 'a' })?.bytes('audio')).toBe(0);
    expect(event({ type: 'a', audio: 5 })?.bytes('audio')).toBe(0);
  });

  test('of any bytes causes no error', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.json(), (bytes, json) => {
        RealtimeEvent.of(Buffer.from(bytes))?.whole();
        const read = RealtimeEvent.of(Buffer.from(json));
        if (read) sessionFacts(read.whole());
      }),
    );
  });
});

test('a session says its formats in the words of either generation', () => {
  expect(
    sessionFacts({
      session: { input_audio_format: 'pcm16', output_audio_format: 'g711_ulaw', modalities: ['text'] },
    }),
  ).toMatchObject({ inputFormat: 'pcm16', outputFormat: 'g711_ulaw', answersWithAudio: false });
  expect(
    sessionFacts({
      session: {
        audio: {
          input: { format: { type: 'audio/pcm', rate: 24_000 } },
          output: { format: { type: 'audio/pcma' } },
        },
        output_modalities: ['audio'],
        tools: [{ name: 'f' }],
      },
    }),
  ).toMatchObject({
    inputFormat: 'audio/pcm',
    outputFormat: 'audio/pcma',
    answersWithAudio: true,
    tools: ['{"name":"f"}'],
  });
});

test('items are read for their texts and their sound', () => {
  expect(
    itemParts({
      content: [
        { type: 'input_text', text: 'one' },
        { type: 'input_audio', audio: 'AAAA' },
      ],
      output: 'two',
    }),
  ).toEqual({ texts: ['two', 'one'], audios: ['AAAA'] });
});

describe('counters', () => {
  test.each([
    ['pcm16', 48_000],
    ['audio/pcm', 48_000],
    ['g711_alaw', 8000],
    ['audio/pcmu', 8000],
  ])('a minute of %s is 1667 tokens heard and 834 spoken', (format, perSecond) => {
    const counters = new SessionCounters();
    counters.applySession({
      inputFormat: format,
      outputFormat: format,
      tools: undefined,
    });
    counters.countInputAudio(perSecond * 60);
    counters.countOutputAudio(perSecond * 60);
    expect(counters.usage().more).toEqual({ audioInput: 1667, audioOutput: 834 });
  });

  test('tools are read again with every response after the first', () => {
    const counters = new SessionCounters();
    counters.applySession({
      inputFormat: undefined,
      outputFormat: undefined,
      tools: ['weather'],
    });
    expect(counters.usage().input).toBe(0);
    counters.clear();
    expect(counters.usage().input).toBe(9);
  });
});

describe('subprotocols', () => {
  test('hold the key, among others', () => {
    expect(readOffered('realtime, openai-insecure-api-key.sk-abc-12 ,openai-beta.realtime-v1')).toEqual({
      key: 'sk-abc-12',
      subprotocols: ['realtime', 'openai-beta.realtime-v1'],
    });
  });

  test('without a key leave the other sources', () => {
    expect(readOffered('realtime').key).toBe('');
    expect(readOffered(undefined)).toEqual({ key: '', subprotocols: [] });
  });

  test('the answer is realtime or none, never a key', () => {
    expect(chosen(new Set(['openai-insecure-api-key.x', 'realtime']))).toBe('realtime');
    expect(chosen(new Set(['openai-insecure-api-key.x']))).toBe(false);
  });
});
