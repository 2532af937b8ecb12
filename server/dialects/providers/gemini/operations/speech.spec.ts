import { speechRequestOf } from '../../../../../test/dialects/audio-requests.js';
import { at, providerOf } from '../../../../../test/dialects/provider-calls.js';
import { bodyOf } from '../../../../../test/dialects/recorded.js';

const GEMINI = 24;
const speech = providerOf(GEMINI).operations!.speech!;

test.each([
  ['alloy', 'Zephyr'],
  ['Onyx', 'Algenib'],
  ['Kore', 'Kore'],
  // Unknown names are reported by Google, with those that there are.
  ['nobody', 'nobody'],
])('voice %s is %s', (voice, name) => {
  const call = speech.request(
    speechRequestOf({ voice }),
    at(GEMINI, { model: 'gemini-2.5-flash-preview-tts' }),
  );
  expect(bodyOf(call)).toMatchObject({
    generationConfig: {
      responseModalities: ['AUDIO'],
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: name } } },
    },
  });
});

test('without a voice, Google chooses one', () => {
  const call = speech.request(
    speechRequestOf({ voice: undefined }),
    at(GEMINI, { model: 'gemini-2.5-flash-preview-tts' }),
  );
  expect(JSON.stringify(bodyOf(call))).not.toContain('speechConfig');
});
