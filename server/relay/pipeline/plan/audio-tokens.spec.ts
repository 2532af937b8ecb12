import { google, measure, user, WINDOW } from '../../../../test/relay/measured-content.js';

describe('audio counts by its length', () => {
  /** A header of 16-bit samples with 24,000 a second on one channel. */
  const wav = (seconds: number) => {
    const bytes = Buffer.alloc(44 + 48_000 * seconds);
    bytes.write('RIFF', 0, 'latin1');
    bytes.write('WAVEfmt ', 8, 'latin1');
    bytes.writeUInt16LE(1, 20);
    bytes.writeUInt16LE(1, 22);
    bytes.writeUInt32LE(24_000, 24);
    bytes.writeUInt16LE(16, 34);
    return bytes.toString('base64');
  };
  const audioMessage = (data: string, format: string) =>
    user({ type: 'input_audio', input_audio: { data, format } });

  test('of uncompressed samples exactly, at the tokens a second of the provider', () => {
    expect(
      measure('openai-chat', audioMessage(wav(10), 'wav'), { models: ['gpt-4o-audio-preview'] })!.audio,
    ).toBe(101);
    expect(
      measure('gemini', google({ inlineData: { mimeType: 'audio/wav', data: wav(10) } }), {
        models: ['gemini-2.5-flash'],
      })!.audio,
    ).toBe(321);
  });

  test('of compressed audio at the lowest usual bit rate', () => {
    const mp3 = Buffer.alloc(60_000, 255).toString('base64');
    expect(
      measure('openai-chat', audioMessage(mp3, 'mp3'), { models: ['gpt-4o-audio-preview'] })!.audio,
    ).toBe(600);
  });

  test('by address, and an earlier spoken answer, by what it can be', () => {
    const audio = { fileData: { mimeType: 'audio/mp3', fileUri: 'gs://a/b' } };
    expect(measure('gemini', google(audio))).toMatchObject({ tokens: 0, audio: WINDOW });
    const spoken = { messages: [{ role: 'assistant', audio: { id: 'audio_1' } }] };
    expect(measure('openai-chat', spoken, { models: ['gpt-4o-audio-preview'] })!.audio).toBe(16_384);
  });
});
