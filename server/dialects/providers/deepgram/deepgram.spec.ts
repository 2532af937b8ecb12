import { AUDIO, speechRequestOf, transcriptionForm } from '../../../../test/dialects/audio-requests.js';
import { at, base, providerOf } from '../../../../test/dialects/provider-calls.js';
import { bodyOf, recordedAnswer } from '../../../../test/dialects/recorded.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import { noUsage } from '../../canonical/usage.js';
import { definitionOf } from '../registry.js';

const DEEPGRAM = 1121;
const deepgram = providerOf(DEEPGRAM);
const speech = deepgram.operations!.speech!;
const transcription = deepgram.operations!.transcription!;
const queryOf = ({ url }: { url: string }) => [...new URL(url).searchParams];

describe('speech', () => {
  const sent = (fields: object, model = 'aura-2', override?: Record<string, unknown>) =>
    speech.request(speechRequestOf(fields), at(DEEPGRAM, { model, override }));

  test('a request', () => {
    const call = sent({ voice: 'thalia' });
    expect(call).toMatchObject({
      method: 'POST',
      url: `${base}/v1/speak?model=aura-2-thalia-en&encoding=mp3`,
      headers: { authorization: 'Token sk-key', 'content-type': 'application/json' },
    });
    expect(bodyOf(call)).toEqual({ text: 'Hello.' });
  });

  test.each([
    ['aura-2', 'alloy', 'aura-2-thalia-en'],
    ['aura-2', undefined, 'aura-2-thalia-en'],
    ['aura-2', 'Celeste', 'aura-2-celeste-es'],
    ['aura-2', 'viktoria-de', 'aura-2-viktoria-de'],
    ['aura-2', 'aura-2-zeus-en', 'aura-2-zeus-en'],
    ['aura-1', 'onyx', 'aura-angus-en'],
    ['aura', 'stella', 'aura-stella-en'],
    ['aura-2-luna-en', 'alloy', 'aura-2-luna-en'],
    ['aura-2', 'a&b', 'aura-2-a&b-en'],
  ])('model %s with voice %s', (model, voice, name) => {
    expect(queryOf(sent({ voice }, model))[0]).toEqual(['model', name]);
  });

  test.each([
    ['mp3', 'encoding=mp3', 'audio/mpeg'],
    ['opus', 'encoding=opus&container=ogg', 'audio/ogg'],
    ['aac', 'encoding=aac', 'audio/aac'],
    ['flac', 'encoding=flac', 'audio/flac'],
    ['wav', 'encoding=linear16&container=wav&sample_rate=24000', 'audio/wav'],
    ['pcm', 'encoding=linear16&container=none&sample_rate=24000', 'audio/pcm'],
  ])('format %s', (format, query, contentType) => {
    expect(sent({ response_format: format }).url).toBe(`${base}/v1/speak?model=aura-2-thalia-en&${query}`);
    const request = speechRequestOf({ response_format: format });
    expect(speech.forwarded!({}, request)).toEqual({
      usage: { ...noUsage(), input: 6, more: { unit: 'characters' } },
      contentType,
    });
  });

  test('the reported characters are charged, never more than the text has', () => {
    const charged = (reported: string) =>
      speech.forwarded!({ 'dg-char-count': reported }, speechRequestOf({})).usage?.input;
    expect([charged('4'), charged('9'), charged('x')]).toEqual([4, 6, 6]);
  });

  test('speed and parameters of the channel', () => {
    expect(
      queryOf(sent({ speed: 1.5 }, 'aura-2', { mip_opt_out: true, encoding: 'mulaw', tag: ['a', 'b'] })),
    ).toEqual([
      ['model', 'aura-2-thalia-en'],
      ['speed', '1.5'],
      ['mip_opt_out', 'true'],
      ['encoding', 'mulaw'],
      ['tag', 'a'],
      ['tag', 'b'],
    ]);
  });

  test.each<[object, string, string]>([
    [{ response_format: 'ogg' }, 'aura-2', 'response_format ogg'],
    [{ speed: 0.5 }, 'aura-2', 'speed 0.5'],
    [{ speed: 1.2 }, 'aura', 'speed 1.2'],
    [{ input: 'x'.repeat(2001) }, 'aura-2', '2001 characters'],
    [{ instructions: 'Whisper.' }, 'aura-2', 'instructions'],
    // Their price is that of the other model.
    [{ voice: 'aura-2-thalia-en' }, 'aura-1', 'voice aura-2-thalia-en'],
    [{ voice: '2-Thalia-en' }, 'aura', 'voice 2-Thalia-en'],
    [{ voice: 'aura-asteria-en' }, 'aura-2', 'voice aura-asteria-en'],
  ])('%j is refused', (fields, model, message) => {
    expect(() => sent(fields, model)).toThrow(ApiError);
    expect(() => sent(fields, model)).toThrow(message);
  });

  test('JSON instead of audio is an error', () => {
    expect(() => speech.answer!({ err_code: 'X', err_msg: 'broken' }, speechRequestOf({}))).toThrow('broken');
    expect(() => speech.answer!({}, speechRequestOf({}))).toThrow('no audio');
  });
});

describe('transcription', () => {
  test.each([
    [{}, {}, undefined],
    [{ diarize: 'true' }, {}, { speakers: 0.002 / 0.0052 }],
    [{ response_format: 'diarized_json' }, {}, { speakers: 0.002 / 0.0052 }],
    [{ prompt: 'Tollgate' }, {}, { keyterms: 0.0013 / 0.0052 }],
    [{ redact: 'pci' }, {}, { redaction: 0.002 / 0.0052 }],
    // As it is sent.
    [{ diarize: 'true', redact: 'pci' }, { override: { diarize: false } }, { redaction: 0.002 / 0.0052 }],
    [{}, { override: { redact: ['pci', 'ssn'] } }, { redaction: 0.002 / 0.0052 }],
    [{ diarize: 'true', prompt: 'Tollgate' }, { model: 'nova-2' }, { speakers: 0.002 / 0.0043 }],
  ])('paid options of %j with %j', (fields: Record<string, string>, target, extras) => {
    const request = transcriptionForm(fields);
    expect(
      transcription.estimate!(request, { model: 'nova-3', override: undefined, ...target }).more?.extras,
    ).toEqual(extras);
  });

  test.each(['summarize', 'sentiment', 'multichannel'])('%s has no price and is refused', (name) => {
    const target = at(DEEPGRAM, { model: 'nova-3' });
    const request = transcriptionForm({ [name]: 'true' });
    expect(() => transcription.request(request, target)).toThrow(
      new ApiError('unsupported_parameter', { detail: `${name}: not supported by this model` }),
    );
    // Unless the operator has decided it.
    transcription.request(request, { ...target, override: { [name]: 'true' } });
    transcription.request(transcriptionForm({ [name]: 'false' }), target);
  });

  const sent = (fields: Record<string, string | string[]>, model = 'nova-3') =>
    transcription.request(transcriptionForm(fields), at(DEEPGRAM, { model }));
  const answered = (
    fields: Record<string, string | string[]>,
    body = recordedAnswer('deepgram', 'transcript'),
  ) => transcription.answer!(body, transcriptionForm(fields));

  test('a request', () => {
    const call = sent({});
    expect(call).toMatchObject({
      method: 'POST',
      url: `${base}/v1/listen?model=nova-3&detect_language=true&smart_format=true`,
      headers: { authorization: 'Token sk-key', 'content-type': 'audio/wav', 'content-length': '4' },
    });
    expect(call.body).toEqual(AUDIO);
  });

  test('fields', () => {
    const fields = {
      language: 'de',
      diarize: 'true',
      numerals: 'true',
      prompt: 'Tollgate, Nova',
      temperature: '0',
    };
    expect(queryOf(sent(fields))).toEqual([
      ['model', 'nova-3'],
      ['language', 'de'],
      ['smart_format', 'true'],
      ['diarize', 'true'],
      ['keyterm', 'Tollgate'],
      ['keyterm', 'Nova'],
      ['numerals', 'true'],
    ]);
    expect(queryOf(sent({ smart_format: 'false', prompt: 'Tollgate' }, 'nova-2'))).toEqual([
      ['model', 'nova-2'],
      ['detect_language', 'true'],
      ['smart_format', 'false'],
    ]);
  });

  test('terms beyond the limit of tokens are left out', () => {
    const keyterms = Array.from(
      { length: 100 },
      (_, index) => `antidisestablishmentarianism number ${index}`,
    );
    const terms = queryOf(sent({ keyterms })).filter(([name]) => name === 'keyterm');
    expect(terms.length).toBeGreaterThan(20);
    expect(terms.length).toBeLessThan(100);
  });

  test('JSON is never sent as such, because it would be read as an address', () => {
    const request = transcriptionForm();
    const [file, ...rest] = request.form!.parts;
    const parts = [{ ...file!, contentType: 'application/json' }, ...rest];
    const call = transcription.request(
      { ...request, form: { ...request.form!, parts } },
      at(DEEPGRAM, { model: 'nova-3' }),
    );
    expect(call.headers['content-type']).toBe('application/octet-stream');
  });

  test.each([
    ['audio/mpeg; rate=8000', 'audio/mpeg; rate=8000'],
    ['audio/mpeg\nx-other: 1', 'application/octet-stream'],
    ['audio/möp', 'application/octet-stream'],
  ])('a file of type %j is sent as %s', (contentType, type) => {
    const { form, ...request } = transcriptionForm();
    const parts = form!.parts.map((part) => ({ ...part, contentType }));
    const call = transcription.request(
      { ...request, form: { ...form!, parts } },
      at(DEEPGRAM, { model: 'nova-3' }),
    );
    expect(call.headers['content-type']).toBe(type);
  });

  const text = "Yeah. As much as, it's worth celebrating.";
  const seconds = { usage: { type: 'duration', seconds: 26 } };

  test('formats; the duration is charged', () => {
    expect(answered({})).toEqual({ usage: { ...noUsage(), input: 433 }, body: { text, ...seconds } });
    expect(answered({ response_format: 'verbose_json' }).body).toEqual({
      task: 'transcribe',
      language: 'english',
      duration: 25.933313,
      text,
      segments: [
        expect.objectContaining({ id: 0, start: 0.08, end: 0.32, text: 'Yeah.' }),
        expect.objectContaining({ id: 1, start: 0.32, end: 1.52, text: 'As much as,' }),
        expect.objectContaining({ id: 2, start: 2.64, end: 2.8, text: "it's" }),
        expect.objectContaining({ id: 3, start: 2.8, end: 3.8, text: 'worth celebrating.' }),
      ],
      ...seconds,
    });
    const words = answered({ response_format: 'verbose_json', 'timestamp_granularities[]': 'word' }).body;
    expect(words).toMatchObject({
      words: [{ word: 'Yeah.', start: 0.08, end: 0.32 }, { word: 'As' }, {}, {}, {}, {}, {}],
    });
    expect(words).not.toHaveProperty('segments');
    expect(answered({ response_format: 'diarized_json' }).body).toMatchObject({
      segments: [{ speaker: 'A' }, { speaker: 'A' }, { speaker: 'A' }, { speaker: 'B' }],
    });
  });

  test('without a duration the estimate is charged', () => {
    const { results } = recordedAnswer('deepgram', 'transcript') as { results: object };
    expect(answered({}, { results })).toEqual({ usage: undefined, body: { text } });
  });

  test('an error inside a 200 or nothing is no answer', () => {
    expect(() => answered({}, { err_code: 'X', err_msg: 'broken' })).toThrow('broken');
    expect(() => answered({}, { results: { channels: [] } })).toThrow('no text');
    const silence = {
      metadata: { duration: 2 },
      results: { channels: [{ alternatives: [{ transcript: '', words: [] }] }] },
    };
    expect(answered({ response_format: 'srt' }, silence).media?.bytes.length).toBe(0);
  });
});

test.each<[number, object | string, object]>([
  [
    401,
    { err_code: 'INVALID_AUTH', err_msg: 'Invalid credentials.', request_id: 'uuid' },
    { status: 401, code: 'INVALID_AUTH', message: 'Invalid credentials.', disables: true },
  ],
  [402, { err_code: 'ASR_PAYMENT_REQUIRED', err_msg: 'No credits.' }, { disables: true, retryable: true }],
  [403, { err_code: 'INSUFFICIENT_PERMISSIONS', err_msg: 'no' }, { disables: false, retryable: true }],
  [
    400,
    { err_code: 'Bad Request', err_msg: 'Bad Request: failed to process audio: corrupt or unsupported data' },
    { status: 400, retryable: false, disables: false },
  ],
  [
    400,
    { category: 'INVALID_JSON', message: 'Invalid JSON submitted.', details: 'missing field' },
    { code: 'INVALID_JSON', message: 'Invalid JSON submitted. missing field', retryable: false },
  ],
  [429, { err_code: 'TOO_MANY_REQUESTS', err_msg: 'slow' }, { retryable: true, retryAfterSeconds: 2 }],
  [413, {}, { retryable: false }],
  [503, '<html>', { retryable: true, message: 'bad response status code 503' }],
])('error %d %j', (status, body, expected) => {
  const bytes = typeof body === 'string' ? body : JSON.stringify(body);
  expect(deepgram.readError(status, { 'retry-after': '2' }, bytes)).toMatchObject(expected);
});

test('models', () => {
  const { request, read } = deepgram.models!;
  expect(request(at(DEEPGRAM), {})).toMatchObject({
    url: `${base}/v1/models`,
    headers: { authorization: 'Token sk-key' },
  });
  expect(read(recordedAnswer('deepgram', 'models'))).toEqual(['nova-3-general', 'aura-2-zeus-en']);
});

test('the balance of the key’s project', () => {
  const query = () => definitionOf(DEEPGRAM)!.balance!(at(DEEPGRAM), new Date());
  const balance = query();
  expect(balance.next().value).toMatchObject({ url: `${base}/v1/projects` });
  expect(balance.next({ projects: [{ project_id: 'p1', name: 'mine' }] }).value).toMatchObject({
    url: `${base}/v1/projects/p1/balances`,
  });
  const amounts = {
    balances: [
      { balance_id: 'b', amount: 150.5, units: 'usd' },
      { amount: 9.5, units: 'usd' },
    ],
  };
  expect(balance.next(amounts)).toEqual({
    done: true,
    value: [
      { amount: 150.5, unit: 'USD' },
      { amount: 9.5, unit: 'USD' },
    ],
  });
  const empty = query();
  empty.next();
  empty.next({ projects: [] });
  expect(empty.next({ balances: [] }).value).toEqual([]);
});
