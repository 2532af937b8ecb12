import { recordedAnswer } from '../dialects/recorded.js';
import { openaiDialect } from './openai-dialect.js';
import type { Dialect, DialectRequest } from './scripted-answer.js';
import { json, Violations } from './strict/violations.js';

type Refusal = ReturnType<NonNullable<Dialect['refuses']>>;

/** Containers and sample rates by encoding: https://developers.deepgram.com/docs/tts-media-output-settings */
const COMBINATIONS: Readonly<Record<string, { containers: string[]; rates: string[] }>> = {
  linear16: { containers: ['wav', 'none'], rates: ['8000', '16000', '24000', '32000', '48000'] },
  mulaw: { containers: ['wav', 'none'], rates: ['8000', '16000'] },
  alaw: { containers: ['wav', 'none'], rates: ['8000', '16000'] },
  mp3: { containers: [], rates: [] },
  opus: { containers: ['ogg'], rates: [] },
  flac: { containers: [], rates: ['8000', '16000', '22050', '32000', '48000'] },
  aac: { containers: [], rates: [] },
};
const LISTEN_PARAMETERS =
  'model language detect_language smart_format punctuate numerals diarize keyterm keywords filler_words'.split(
    ' ',
  );

const deepgram: Dialect = {
  ...openaiDialect,
  error: (status, message) => ({
    err_code: status === 401 ? 'INVALID_AUTH' : 'Bad Request',
    err_msg: message,
    request_id: '99ab0fc2-0000-0000-0000-000000000000',
  }),
};

const unauthorized = { status: 401, message: 'Invalid credentials.' };
const isAuthorized = ({ headers }: DialectRequest) => /^Token \S+$/.test(headers.authorization ?? '');
const queryOf = ({ path }: DialectRequest) => new URL(path, 'http://localhost').searchParams;

/** https://developers.deepgram.com/reference/text-to-speech/speak-request */
const speak: Dialect = {
  ...deepgram,
  bytes: { contentType: 'audio/mpeg', body: Buffer.from([0xff, 0xf3, 0x40, 0xc0, 1, 2, 3]) },
  refuses(request): Refusal {
    if (!isAuthorized(request)) return unauthorized;
    const query = queryOf(request);
    const { json: body = {} } = request;
    const found = new Violations();
    found.known(body, ['text'], 'body');
    const length = typeof body.text === 'string' ? body.text.length : 0;
    found.expect(length > 0 && length <= 2000, 'text', 'must have 1 to 2000 characters');
    found.expect(/^aura(-2)?-[a-z]+-[a-z]{2}$/.test(query.get('model') ?? ''), 'model', 'no such model');
    const allowed = COMBINATIONS[query.get('encoding') ?? ''];
    found.expect(allowed !== undefined, 'encoding', 'unknown');
    const container = query.get('container');
    found.expect(
      container === null || allowed?.containers.includes(container) === true,
      'container',
      'invalid',
    );
    const rate = query.get('sample_rate');
    found.expect(rate === null || allowed?.rates.includes(rate) === true, 'sample_rate', 'invalid');
    const speed = Number(query.get('speed') ?? 1);
    found.expect(speed >= 0.7 && speed <= 1.5, 'speed', 'out of range');
    return found.list[0];
  },
};

/** https://developers.deepgram.com/reference/speech-to-text/listen-pre-recorded */
const listen: Dialect = {
  ...deepgram,
  refuses(request): Refusal {
    if (!isAuthorized(request)) return unauthorized;
    const query = queryOf(request);
    const found = new Violations();
    for (const name of query.keys())
      found.expect(LISTEN_PARAMETERS.includes(name), 'query', `unknown parameter ${name}`);
    found.expect(query.has('language') !== query.has('detect_language'), 'language', 'give one of both');
    const hasTerms = /^(nova-3|flux)/.test(query.get('model') ?? '');
    found.expect(hasTerms || !query.has('keyterm'), 'keyterm', 'only compatible with Nova-3');
    found.expect(request.body.length > 0, 'body', 'failed to process audio: corrupt or unsupported data');
    return found.list[0];
  },
  whole: () => json(recordedAnswer('deepgram', 'transcript')),
};

/** Dialects of the paths of Deepgram. */
export const deepgramDialects: readonly (readonly [path: string, Dialect])[] = [
  ['/v1/speak', speak],
  ['/v1/listen', listen],
];
