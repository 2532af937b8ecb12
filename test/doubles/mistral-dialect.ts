import { openaiDialect } from './openai-dialect.js';
import type { Dialect, DialectRequest } from './scripted-answer.js';
import { items, json, show, Violations } from './strict/violations.js';

const error = (status: number, message: string) => ({
  object: 'error',
  message,
  type: 'invalid_request',
  code: status,
});

/** A JSON operation of Mistral that refuses unknown members. */
function strict(
  members: readonly string[],
  check: (found: Violations, body: ReturnType<typeof json>) => void,
) {
  return ({ headers, json: body = {} }: DialectRequest) => {
    if (!/^Bearer \S+$/.test(headers.authorization ?? '')) return { status: 401, message: 'Unauthorized' };
    const found = new Violations();
    found.known(body, members, 'body');
    check(found, body);
    return found.list[0];
  };
}

/** https://docs.mistral.ai/api/endpoint/audio/speech */
export const mistralSpeech: Dialect = {
  ...openaiDialect,
  refuses: strict(
    ['model', 'input', 'voice_id', 'ref_audio', 'response_format', 'stream', 'metadata'],
    (found, body) => {
      found.expect(typeof body.input === 'string' && body.input !== '', 'input', 'field required');
      found.expect(
        ['mp3', 'wav', 'flac', 'opus', 'pcm'].includes(show(body.response_format ?? 'mp3')),
        'response_format',
        'unknown',
      );
      found.expect(
        (body.voice_id === undefined) !== (body.ref_audio === undefined),
        'voice_id',
        'either voice_id or ref_audio is required',
      );
      found.expect(
        body.voice_id === undefined || /^(?:[a-z]{2}_[a-z]+_[a-z]+|voice_\d+)$/.test(show(body.voice_id)),
        'voice_id',
        'not found',
      );
    },
  ),
  whole: () => ({ audio_data: Buffer.from([0xff, 0xfb, 0x90, 0x64, 1, 2, 3]).toString('base64') }),
  error,
};

/** https://docs.mistral.ai/api/endpoint/classifiers */
export const mistralModerations: Dialect = {
  ...openaiDialect,
  refuses: strict(['model', 'input', 'metadata'], (found, { input }) => {
    const isText = typeof input === 'string';
    found.expect(isText || items(input).every((one) => typeof one === 'string'), 'input', 'must be text');
  }),
  whole: ({ usage }, model) => ({
    id: 'mod-scripted',
    model,
    ...(usage && { usage: { prompt_tokens: usage.input, completion_tokens: 0, total_tokens: usage.input } }),
    results: [
      {
        categories: { sexual: false, violence_and_threats: true, selfharm: false, pii: false },
        category_scores: { sexual: 0.001, violence_and_threats: 0.97, selfharm: 0.002, pii: 0.003 },
      },
    ],
  }),
  error,
};
