import { transcriptUsage } from './audio-usage.js';

test("Mistral's usage of a transcript is read: what is beyond prompt and answer is the sound", () => {
  const usage = { prompt_audio_seconds: 9, prompt_tokens: 4, completion_tokens: 30, total_tokens: 164 };
  expect(transcriptUsage({ text: 'hello', usage })).toMatchObject({
    input: 4,
    output: 30,
    more: { audioInput: 130 },
  });
});

test('without any numbers the length counts', () => {
  expect(transcriptUsage({ text: 'hello', usage: {}, duration: 60 })?.input).toBeGreaterThan(0);
});
