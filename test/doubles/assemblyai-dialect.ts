import { recordedAnswer } from '../dialects/recorded.js';
import { openaiDialect } from './openai-dialect.js';
import type { Dialect, DialectRequest } from './scripted-answer.js';
import { items, json, Violations } from './strict/violations.js';

type Refusal = ReturnType<NonNullable<Dialect['refuses']>>;

const MEMBERS = [
  'audio_url',
  'speech_models',
  'language_code',
  'language_detection',
  'speaker_labels',
  'speakers_expected',
  'keyterms_prompt',
  'prompt',
  'temperature',
  'punctuate',
  'format_text',
];
const ID = '9ea68fd3-f953-42c1-9742-976c447fb463';
const UPLOAD = 'https://cdn.assemblyai.com/upload/ccbbbfaf-f319-4455-9556-272d48faaf7f';

const assemblyai: Dialect = { ...openaiDialect, error: (_status, message) => ({ error: message }) };
const unauthorized = { status: 401, message: 'Authentication error, API token missing/invalid' };
const isAuthorized = ({ headers }: DialectRequest) => /^\S+$/.test(headers.authorization ?? '');

const upload: Dialect = {
  ...assemblyai,
  refuses: (request) =>
    isAuthorized(request) ? (request.body.length > 0 ? undefined : 'Upload is empty') : unauthorized,
  whole: () => ({ upload_url: UPLOAD }),
};

/** https://www.assemblyai.com/docs/api-reference/transcripts/submit */
const order: Dialect = {
  ...assemblyai,
  refuses(request): Refusal {
    if (!isAuthorized(request)) return unauthorized;
    const { json: body = {} } = request;
    const found = new Violations();
    found.known(body, MEMBERS, 'body');
    found.expect(body.audio_url === UPLOAD, 'audio_url', 'not an uploaded file');
    found.expect(items(body.speech_models).length > 0, 'speech_models', 'must be a non-empty list');
    found.expect(
      (body.language_code === undefined) !== (body.language_detection === undefined),
      'language_detection',
      'is not available when language_code is specified',
    );
    found.expect(!body.prompt || !body.keyterms_prompt, 'prompt', 'cannot be combined with keyterms_prompt');
    return found.list[0];
  },
  whole: () => ({ id: ID, status: 'queued' }),
};

/** The dialect of a path of AssemblyAI; undefined for all others. */
export function assemblyaiDialect(path: string): Dialect | undefined {
  if (path === '/v2/upload') return upload;
  if (path === '/v2/transcript') return order;
  if (path !== `/v2/transcript/${ID}`) return undefined;
  return {
    ...assemblyai,
    refuses: (request) => (isAuthorized(request) ? undefined : unauthorized),
    whole: () => json(recordedAnswer('assemblyai', 'transcript')),
  };
}
