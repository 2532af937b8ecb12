import { speechRequestOf } from '../../../../test/dialects/audio-requests.js';
import { at, providerOf } from '../../../../test/dialects/provider-calls.js';
import { noUsage } from '../../canonical/usage.js';

test.each([
  [1120, 'eleven_v3', 6],
  [1121, 'aura-2', 6],
  [1123, 'azure-tts', 6],
])('type %d: audio as events', (type, model, characters) => {
  const codec = providerOf(type).operations!.speech!;
  const plain = codec.request(speechRequestOf({}), at(type, { model }));
  expect(plain.decoder).toBeUndefined();
  const { decoder, url } = codec.request(speechRequestOf({ stream_format: 'sse' }), at(type, { model }));
  expect(url).toBe(plain.url);
  expect(decoder!({ 'content-type': 'application/json' })).toBeUndefined();
  expect(decoder!({ 'content-type': 'text/html; charset=utf-8' })).toBeUndefined();
  expect(() => decoder!({ 'content-type': 'audio/mpeg' })!.end()).toThrow('no audio');
  const events = decoder!({ 'content-type': 'audio/mpeg' })!;
  expect(events.push(Buffer.from([255, 0, 1])).toString()).toBe(
    'data: {"type":"speech.audio.delta","audio":"/wAB"}\n\n',
  );
  events.end();
  const last = events.last!().toString();
  expect(last).toBe(
    `data: {"type":"speech.audio.done","usage":{"input_tokens":${characters},"output_tokens":0,"total_tokens":${characters}}}\n\n`,
  );
  expect(codec.stream!.endOf!(Buffer.from(last))).toBe(0);
  expect(
    codec.stream!.read(speechRequestOf({}))({ name: 'message', data: last.slice(6).trim() }),
  ).toContainEqual({
    type: 'finish',
    reason: 'stop',
  });
  // A stream that is cut after its first audio is charged for all characters.
  expect(
    codec.stream!.read(speechRequestOf({}))({
      name: 'message',
      data: '{"type":"speech.audio.delta","audio":"/wAB"}',
    }),
  ).toEqual([
    { type: 'media-delta' },
    { type: 'usage', usage: { ...noUsage(), input: characters, more: { unit: 'characters' } } },
  ]);
});

test.each([
  [1120, 'eleven_v3', 2],
  [1121, 'aura-2', 2],
  // A Chinese character is billed twice.
  [1123, 'azure-tts', 4],
  [35, 'speech-2.6-hd', 4],
])(
  'type %d: what is held for is what is billed, whatever the name of the model',
  (type, model, characters) => {
    const { estimate } = providerOf(type).operations!.speech!;
    const inCharacters = { ...noUsage(), input: characters, more: { unit: 'characters' } };
    for (const name of [model, 'tts-1', 'voice'])
      expect(
        estimate!(speechRequestOf({ model: name, input: '你好' }), { model, override: undefined }),
      ).toEqual(inCharacters);
    // These names have a price per token of audio.
    const audio = speechRequestOf({ model: 'gpt-4o-mini-tts', input: '你好' });
    expect(estimate!(audio, { model, override: undefined })).toEqual(audio.estimate);
    expect(audio.estimate.more?.audioOutput).toBeGreaterThan(0);
  },
);
