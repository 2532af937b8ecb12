import { speechRequestOf } from '../../../../test/dialects/audio-requests.js';
import { at, providerOf } from '../../../../test/dialects/provider-calls.js';
import { bodyOf } from '../../../../test/dialects/recorded.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import { noUsage } from '../../canonical/usage.js';

const MINIMAX = 35;
const speech = providerOf(MINIMAX).operations!.speech!;
const target = at(MINIMAX, { model: 'speech-2.6-hd' });
const sent = (fields: object) => bodyOf(speech.request(speechRequestOf(fields), target));

test.each([
  ['alloy', 'male-qn-qingse'],
  ['Nova', 'female-yujie'],
  [undefined, 'male-qn-qingse'],
  ['English_Graceful_Lady', 'English_Graceful_Lady'],
])('voice %s is %s', (voice, id) => {
  expect(sent({ voice })).toMatchObject({ voice_setting: { voice_id: id } });
});

test('a request', () => {
  expect(sent({ speed: 1.5, response_format: 'flac', instructions: 'Whisper.' })).toEqual({
    model: 'speech-2.6-hd',
    text: 'Hello.',
    stream: false,
    output_format: 'hex',
    voice_setting: { voice_id: 'male-qn-qingse', speed: 1.5 },
    audio_setting: { format: 'flac' },
  });
});

test.each([
  { speed: 2.5 },
  { response_format: 'opus' },
  { stream_format: 'sse' },
  { input: 'a'.repeat(10_000) },
])('%j is refused', (fields) => {
  expect(() => sent(fields)).toThrow(ApiError);
});

test('the reported characters are charged', () => {
  const body = {
    data: { audio: '494433' },
    extra_info: { usage_characters: 26 },
    base_resp: { status_code: 0 },
  };
  expect(speech.answer!(body, speechRequestOf({}))).toMatchObject({
    usage: { ...noUsage(), input: 26, more: { unit: 'characters' } },
    media: { contentType: 'audio/mpeg' },
  });
});

test('a voice that does not exist is not repeated at other channels', () => {
  const body = { base_resp: { status_code: 2054, status_msg: 'voice id not exist' } };
  expect(() => speech.answer!(body, speechRequestOf({}))).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ status: 400 }) }),
  );
});
