import { PIXEL } from '../dialects/image-calls.js';
import { openaiDialect } from './openai-dialect.js';
import type { Dialect, DialectRequest } from './scripted-answer.js';
import { bearer, currentRequest, fileUrl, strict } from './strict-image-dialect.js';
import { items, json, show, Violations } from './strict/violations.js';

const RATIOS = '1:1 3:4 4:3 9:16 16:9 2:3 3:2 9:19.5 19.5:9 9:20 20:9 1:2 2:1 auto'.split(' ');
const MEMBERS = ['model', 'prompt', 'n', 'response_format', 'aspect_ratio', 'resolution', 'quality', 'user'];
const VOICES = ['ara', 'eve', 'leo', 'rex', 'sal'];
/** xAI's errors: a code in words, and the message as `error`. */
const error = (message: string, status: number) => ({
  code: status === 401 ? 'unauthenticated:bad-credentials' : 'Client specified an invalid argument',
  error: message,
});

function images(isEdit: boolean): Dialect {
  return strict(
    bearer,
    (found, { headers, json: body = {} }) => {
      const { n = 1, image, images } = body;
      found.expect(headers['content-type'] === 'application/json', 'content-type', 'must be JSON');
      found.known(body, isEdit ? [...MEMBERS, 'image', 'images'] : MEMBERS, 'body');
      found.expect(Number(n) >= 1 && Number(n) <= 10, 'n', 'must be from 1 to 10');
      found.expect(RATIOS.includes(show(body.aspect_ratio ?? 'auto')), 'aspect_ratio', 'unknown variant');
      found.expect(['1k', '2k'].includes(show(body.resolution ?? '1k')), 'resolution', 'unknown variant');
      found.expect(['low', 'medium'].includes(show(body.quality ?? 'low')), 'quality', 'unknown variant');
      const inputs = image === undefined ? items(images) : [image];
      found.expect(!isEdit || (inputs.length >= 1 && inputs.length <= 3), 'images', 'from 1 to 3 images');
      found.expect(image === undefined || images === undefined, 'images', 'not together with image');
      for (const one of inputs.map(json)) {
        found.known(one, ['url', 'type'], 'image');
        found.expect(/^(?:https?:|data:image\/)/.test(show(one.url)), 'image.url', 'not an image');
      }
    },
    () => {
      const { n = 1, response_format: format } = currentRequest()?.json ?? {};
      const one =
        format === 'b64_json'
          ? { b64_json: PIXEL.toString('base64'), mime_type: 'image/png' }
          : { url: fileUrl(), mime_type: 'image/png' };
      return {
        data: Array.from({ length: Number(n) }, () => one),
        usage: { cost_in_usd_ticks: 200_000_000 },
      };
    },
    error,
  );
}

/** https://docs.x.ai/developers/rest-api-reference/inference/images: generations */
export const xaiGenerations = images(false);
/** https://docs.x.ai/developers/rest-api-reference/inference/images: edits, which are JSON */
export const xaiEdits = images(true);

/** https://docs.x.ai/developers/rest-api-reference/inference/voice: text to speech */
export const xaiSpeech: Dialect = {
  ...openaiDialect,
  bytes: { contentType: 'audio/mpeg', body: Buffer.from([0xff, 0xfb, 0x90, 0x64, 1, 2, 3]) },
  refuses({ headers, json: body = {} }: DialectRequest) {
    if (!/^Bearer .+/.test(headers.authorization ?? ''))
      return { status: 401, message: 'Incorrect API key provided' };
    const found = new Violations();
    const format = json(body.output_format);
    const { speed = 1, text } = body;
    found.known(
      body,
      [
        'text',
        'voice_id',
        'language',
        'output_format',
        'speed',
        'text_normalization',
        'optimize_streaming_latency',
      ],
      'body',
    );
    found.known(format, ['codec', 'sample_rate', 'bit_rate'], 'output_format');
    found.expect(typeof text === 'string' && text !== '' && text.length <= 15_000, 'text', 'length');
    found.expect(typeof body.language === 'string', 'language', 'missing field');
    found.expect(VOICES.includes(show(body.voice_id).toLowerCase()), 'voice_id', 'voice not found');
    found.expect(
      ['mp3', 'wav', 'pcm', 'mulaw', 'alaw'].includes(show(format.codec)),
      'codec',
      'unknown variant',
    );
    found.expect(Number(speed) >= 0.7 && Number(speed) <= 1.5, 'speed', 'out of range');
    return found.list[0];
  },
  error: (status, message) => error(message, status),
};
