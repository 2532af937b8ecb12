import {
  AUDIO,
  sentForm,
  speechRequestOf,
  transcriptionForm,
} from '../../../../test/dialects/audio-requests.js';
import { at, base, providerOf } from '../../../../test/dialects/provider-calls.js';
import { recordedAnswer } from '../../../../test/dialects/recorded.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import { noUsage } from '../../canonical/usage.js';
import { speechUrl, transcriptionUrl } from './address.js';

const AZURE_SPEECH = 1123;
const azure = providerOf(AZURE_SPEECH);
const speech = azure.operations!.speech!;
const transcription = azure.operations!.transcription!;
const PATH = '/speechtotext/transcriptions:transcribe?api-version=2025-10-15';

test.each([
  [
    'https://eastus.api.cognitive.microsoft.com',
    'https://eastus.tts.speech.microsoft.com/cognitiveservices/v1',
    'https://eastus.api.cognitive.microsoft.com',
  ],
  [
    'https://westeurope.tts.speech.microsoft.com',
    'https://westeurope.tts.speech.microsoft.com/cognitiveservices/v1',
    'https://westeurope.api.cognitive.microsoft.com',
  ],
  [
    'https://chinaeast2.api.cognitive.azure.cn',
    'https://chinaeast2.tts.speech.azure.cn/cognitiveservices/v1',
    'https://chinaeast2.api.cognitive.azure.cn',
  ],
  [
    'https://usgovvirginia.api.cognitive.microsoft.us',
    'https://usgovvirginia.tts.speech.azure.us/cognitiveservices/v1',
    'https://usgovvirginia.api.cognitive.microsoft.us',
  ],
  [
    'https://my-speech.cognitiveservices.azure.com',
    'https://my-speech.cognitiveservices.azure.com/tts/cognitiveservices/v1',
    'https://my-speech.cognitiveservices.azure.com',
  ],
  ['https://proxy.example/az', 'https://proxy.example/az/cognitiveservices/v1', 'https://proxy.example/az'],
])('addresses that follow from %s', (baseUrl, speaks, transcribes) => {
  expect(speechUrl({ baseUrl })).toBe(speaks);
  expect(transcriptionUrl({ baseUrl })).toBe(transcribes + PATH);
});

describe('speech', () => {
  const sent = (fields: object, model = 'azure-tts') =>
    speech.request(speechRequestOf(fields), at(AZURE_SPEECH, { model }));
  const markup = (fields: object, model?: string) => sent(fields, model).body!.toString();

  test('a request', () => {
    const call = sent({ voice: 'zh-CN-XiaoxiaoNeural', input: `A < B & "C"'s\u0001` });
    expect(call).toMatchObject({
      method: 'POST',
      url: `${base}/cognitiveservices/v1`,
      headers: {
        'ocp-apim-subscription-key': 'sk-key',
        'content-type': 'application/ssml+xml',
        'x-microsoft-outputformat': 'audio-24khz-96kbitrate-mono-mp3',
        'user-agent': 'tollgate',
      },
    });
    expect(call.body!.toString()).toBe(
      '<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="zh-CN">' +
        '<voice name="zh-CN-XiaoxiaoNeural">A &lt; B &amp; &quot;C&quot;&apos;s</voice></speak>',
    );
  });

  test.each<[string | undefined, string, string]>([
    ['alloy', 'azure-tts', 'en-US-JennyMultilingualNeural'],
    [undefined, 'azure-tts', 'en-US-JennyMultilingualNeural'],
    ['Nova', 'azure-tts-hd', 'en-US-Ava:DragonHDLatestNeural'],
    ['fable', 'azure-tts-hd', 'en-US-Steffan:DragonHDLatestNeural'],
    ['de-DE-KatjaNeural', 'azure-tts', 'de-DE-KatjaNeural'],
    ['de-DE-Seraphina:DragonHDLatestNeural', 'azure-tts-hd', 'de-DE-Seraphina:DragonHDLatestNeural'],
  ])('voice %s of %s', (voice, model, name) => {
    expect(markup({ voice }, model)).toContain(`<voice name="${name}">`);
  });

  test.each([
    [1, 'Hello.', 6],
    [1.25, '<prosody rate="+25%">Hello.</prosody>', 37],
    [0.5, '<prosody rate="-50%">Hello.</prosody>', 37],
  ])('speed %d: markup is billed', (speed, inner, characters) => {
    expect(markup({ speed })).toContain(`>${inner}</voice>`);
    expect(speech.forwarded!({}, speechRequestOf({ speed })).usage?.input).toBe(characters);
  });

  test('a Chinese character is billed twice', () => {
    const usage = (input: string) => speech.forwarded!({}, speechRequestOf({ input })).usage?.input;
    expect([usage('你好!'), usage('こんにちは'), usage('漢字とかな'), usage('👋')]).toEqual([5, 5, 7, 1]);
  });

  test.each([
    ['opus', 'ogg-24khz-16bit-mono-opus', 'audio/ogg'],
    ['wav', 'riff-24khz-16bit-mono-pcm', 'audio/wav'],
    ['pcm', 'raw-24khz-16bit-mono-pcm', 'audio/pcm'],
    ['webm-24khz-16bit-mono-opus', 'webm-24khz-16bit-mono-opus', undefined],
  ])('format %s', (format, name, contentType) => {
    expect(sent({ response_format: format }).headers['x-microsoft-outputformat']).toBe(name);
    expect(speech.forwarded!({}, speechRequestOf({ response_format: format })).contentType).toBe(contentType);
  });

  test.each<[object, string, string]>([
    [{ response_format: 'flac' }, 'azure-tts', 'response_format flac'],
    [{ response_format: 'raw-1\r\nx: y' }, 'azure-tts', 'response_format'],
    [{ speed: 2.1 }, 'azure-tts', 'speed 2.1'],
    [{ speed: 0.4 }, 'azure-tts', 'speed 0.4'],
    [{ voice: '"/><audio src="' }, 'azure-tts', 'voice'],
    [{ voice: 'en-US-Ava:DragonHDLatestNeural' }, 'azure-tts', 'no HD voices'],
    [{ voice: 'en-us-ava:dragonhdlatestneural' }, 'azure-tts', 'no HD voices'],
    [{ voice: 'en-US-AlloyMultilingualNeuralHD' }, 'azure-tts', 'no HD voices'],
    [{ voice: 'en-US-AvaNeural' }, 'azure-tts-hd', 'only HD voices'],
    [{ instructions: 'Whisper.' }, 'azure-tts', 'instructions'],
  ])('%j is refused by %s', (fields, model, message) => {
    expect(() => sent(fields, model)).toThrow(ApiError);
    expect(() => sent(fields, model)).toThrow(message);
  });

  test('JSON instead of audio is an error', () => {
    expect(() => speech.answer!({}, speechRequestOf({}))).toThrow('no audio');
  });
});

describe('transcription', () => {
  const sent = (fields: Record<string, string>, override?: Record<string, unknown>) =>
    transcription.request(
      transcriptionForm(fields),
      at(AZURE_SPEECH, { model: 'azure-fast-transcription', override }),
    );
  const definitionOf = (fields: Record<string, string>, override?: Record<string, unknown>) => {
    const [[name, value] = []] = sentForm(sent(fields, override)).fields;
    expect(name).toBe('definition');
    return JSON.parse(value!) as object;
  };

  test('a request', () => {
    const call = sent({});
    expect(call).toMatchObject({ method: 'POST', url: base + PATH });
    expect(call.headers).toMatchObject({
      'ocp-apim-subscription-key': 'sk-key',
      'content-length': String(call.body!.length),
    });
    expect(sentForm(call)).toEqual({
      fields: [['definition', '{"profanityFilterMode":"None"}']],
      file: { field: 'audio', name: 'a.wav', type: 'audio/wav', content: AUDIO },
    });
  });

  test.each([
    ['en', 'en-US'],
    ['zh', 'zh-CN'],
    ['pt', 'pt-BR'],
    ['de_AT', 'de-AT'],
    ['zh-Hant-TW', 'zh-TW'],
    ['not a language', 'not a language'],
  ])('language %s is %s', (language, locale) => {
    expect(definitionOf({ language })).toMatchObject({ locales: [locale] });
  });

  test('speakers, terms and the members of the channel', () => {
    const fields = { response_format: 'diarized_json', prompt: 'Tollgate, Contoso' };
    expect(definitionOf(fields, { profanityFilterMode: 'Masked' })).toEqual({
      profanityFilterMode: 'Masked',
      diarization: { enabled: true, maxSpeakers: 10 },
      phraseList: { phrases: ['Tollgate', 'Contoso'] },
    });
  });

  const answered = (fields: Record<string, string>, body = recordedAnswer('azure-speech', 'transcript')) =>
    transcription.answer!(body, transcriptionForm(fields));
  const text = 'Good afternoon. This is Sam. Hi there.';
  const seconds = { usage: { type: 'duration', seconds: 183 } };

  test('formats; the duration is charged', () => {
    expect(answered({})).toEqual({ usage: { ...noUsage(), input: 3050 }, body: { text, ...seconds } });
    expect(answered({ response_format: 'verbose_json' }).body).toMatchObject({
      language: 'english',
      duration: 182.439,
      segments: [
        { start: 0.96, end: 1.6, text: 'Good afternoon.' },
        { start: 1.64, end: 2.68, text: 'This is Sam.' },
        { start: 2.7, end: 3.2, text: 'Hi there.' },
      ],
    });
    expect(answered({ response_format: 'diarized_json' }).body).toMatchObject({
      segments: [{ speaker: 'A' }, { speaker: 'A' }, { speaker: 'B' }],
    });
  });

  test('an error inside a 200 or nothing is no answer', () => {
    expect(() => answered({}, { error: { code: 'InternalError', message: 'broken' } })).toThrow('broken');
    expect(() => answered({}, {})).toThrow('no text');
    expect(answered({}, { combinedPhrases: [], phrases: [] })).toEqual({
      usage: undefined,
      body: { text: '' },
    });
  });
});

test.each<[number, string, object]>([
  [
    401,
    '{"error":{"code":"401","message":"Access denied due to invalid subscription key or wrong API endpoint."}}',
    { disables: true, retryable: true },
  ],
  [
    400,
    '{"code":"InvalidRequest","message":"The locale is not supported.","innerError":{"code":"InvalidLocale"}}',
    { code: 'InvalidRequest', message: 'The locale is not supported.', retryable: false },
  ],
  [429, '', { retryable: true, disables: false, retryAfterSeconds: 5 }],
  [502, '', { retryable: true }],
])('status %d %s', (status, body, expected) => {
  expect(azure.readError(status, { 'retry-after': '5' }, body)).toMatchObject(expected);
});
