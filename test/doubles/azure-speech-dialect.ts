import { recordedAnswer } from '../dialects/recorded.js';
import { fieldNames, fieldValue } from './form-fields.js';
import { openaiDialect } from './openai-dialect.js';
import type { Dialect, DialectRequest } from './scripted-answer.js';
import { items, json, show, Violations } from './strict/violations.js';

type Refusal = ReturnType<NonNullable<Dialect['refuses']>>;

/** https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech#audio-outputs */
const FORMATS = [
  'audio-24khz-96kbitrate-mono-mp3',
  'ogg-24khz-16bit-mono-opus',
  'riff-24khz-16bit-mono-pcm',
  'raw-24khz-16bit-mono-pcm',
];
const DEFINITION_MEMBERS = ['locales', 'profanityFilterMode', 'diarization', 'phraseList', 'channels'];

const azure: Dialect = {
  ...openaiDialect,
  error: (status, message) => ({
    code: status === 401 ? 'Unauthorized' : 'InvalidRequest',
    message,
    innerError: { code: 'Scripted', message },
  }),
};
const unauthorized = { status: 401, message: 'Access denied due to invalid subscription key' };
const keyOf = ({ headers }: DialectRequest) => headers['ocp-apim-subscription-key'];

/** https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech */
const speech: Dialect = {
  ...azure,
  bytes: { contentType: 'audio/x-wav', body: Buffer.from([0x52, 0x49, 0x46, 0x46, 1, 2, 3]) },
  refuses(request): Refusal {
    if (keyOf(request) === undefined) return unauthorized;
    const { headers, body } = request;
    const found = new Violations();
    found.expect(headers['content-type'] === 'application/ssml+xml', 'content-type', 'must be SSML');
    found.expect(
      FORMATS.includes(String(headers['x-microsoft-outputformat'])),
      'x-microsoft-outputformat',
      'unknown',
    );
    found.expect(headers['user-agent'] !== undefined, 'user-agent', 'required');
    const markup = body.toString();
    found.expect(
      /^<speak version="1.0" xmlns="[^"]+" xml:lang="[^"]+"><voice name="[^"]+">.+<\/voice><\/speak>$/s.test(
        markup,
      ),
      'body',
      'not valid SSML',
    );
    found.expect(!/&(?!amp;|lt;|gt;|quot;|apos;)/.test(markup), 'body', 'not valid XML');
    return found.list[0];
  },
};

/** https://learn.microsoft.com/azure/ai-services/speech-service/fast-transcription-create */
const transcription: Dialect = {
  ...azure,
  refuses(request): Refusal {
    if (keyOf(request) === undefined) return unauthorized;
    const { body, path } = request;
    const found = new Violations();
    const version = new URL(path, 'http://localhost').searchParams.get('api-version') ?? '';
    found.expect(/^\d{4}-\d\d-\d\d$/.test(version), 'api-version', 'required');
    found.expect(fieldNames(body).join() === 'definition,audio', 'body', 'definition and audio are expected');
    const definition = json(JSON.parse(fieldValue(body, 'definition') ?? '{}'));
    found.known(definition, DEFINITION_MEMBERS, 'definition');
    for (const locale of items(definition.locales))
      found.expect(/^[a-z]{2,3}-[A-Z]{2}$/.test(show(locale)), 'definition.locales', 'not supported');
    return found.list[0];
  },
  whole: () => json(recordedAnswer('azure-speech', 'transcript')),
};

/** Dialects of the paths of Azure Speech. */
export const azureSpeechDialects: readonly (readonly [path: string, Dialect])[] = [
  ['/cognitiveservices/v1', speech],
  ['/speechtotext/transcriptions:transcribe', transcription],
];
