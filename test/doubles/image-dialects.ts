import { createHash, createHmac } from 'node:crypto';
import { PIXEL } from '../dialects/image-calls.js';
import { aliDialects } from './ali-dialects.js';
import { fieldNames, fieldValue } from './form-fields.js';
import { openaiDialect } from './openai-dialect.js';
import type { Dialect, DialectRequest } from './scripted-answer.js';
import { polled, bearer, currentRequest, fileUrl, strict } from './strict-image-dialect.js';
import { items, json, show } from './strict/violations.js';

/** Secret of the keys `access|secret`. */
const SECRET = 'secret';
const RATIO = /^\d+:\d+$/;

const isPixel = (value: unknown) => value === PIXEL.toString('base64');
const isPixelUrl = (value: unknown) => value === `data:image/png;base64,${PIXEL.toString('base64')}`;

/** https://www.recraft.ai/docs/api-reference/endpoints#image-to-image */
const recraftEdit = strict(
  bearer,
  (found, { body }) => {
    for (const name of ['image', 'prompt', 'strength'])
      found.expect(fieldNames(body).includes(name), name, 'field required');
    found.expect(Number(fieldValue(body, 'strength')) <= 1, 'strength', 'must be between 0 and 1');
    found.expect(!fieldNames(body).includes('size'), 'size', 'unknown field');
  },
  () => ({ created: 1, credits: 40, data: [{ image_id: 'i', url: fileUrl() }] }),
  (message) => ({ code: 'invalid_parameter', message }),
);

/** https://platform.stability.ai/docs/api-reference#tag/Generate */
const stability = strict(
  bearer,
  (found, { body, headers }) => {
    const names = fieldNames(body);
    const known = ['prompt', 'model', 'mode', 'aspect_ratio', 'output_format', 'seed', 'strength', 'image'];
    for (const name of names) found.expect(known.includes(name), name, 'unknown field');
    found.expect(headers.accept === 'application/json', 'accept', 'must be application/json');
    found.expect(names.includes('prompt'), 'prompt', 'field required');
    found.expect(names.includes('image') === names.includes('strength'), 'strength', 'goes with an image');
  },
  () => ({ image: PIXEL.toString('base64'), finish_reason: 'SUCCESS', seed: 1 }),
  (message) => ({ id: 'i', name: 'bad_request', errors: [message] }),
);

const bflKey = ({ headers }: DialectRequest) => headers['x-key'] !== undefined;

/** https://docs.bfl.ai/api-reference: FLUX.2. */
const bfl = strict(
  bflKey,
  (found, { json: body = {} }) => {
    found.known(body, ['prompt', 'width', 'height', 'seed', 'output_format', 'input_image'], 'body');
    for (const side of ['width', 'height'])
      found.expect(Number(body[side] ?? 64) % 16 === 0, side, 'must be a multiple of 16');
    found.expect(body.input_image === undefined || isPixel(body.input_image), 'input_image', 'not base64');
  },
  () => ({
    id: 'task',
    polling_url: `http://${currentRequest()?.headers.host}/v1/get_result?id=task`,
    cost: bflCredits(currentRequest()?.json ?? {}),
  }),
  (detail) => ({ detail }),
);
/** Credits of FLUX.2 [pro]: https://docs.bfl.ai/quick_start/pricing. The images to edit are small ones. */
function bflCredits({ width = 1024, height = 1024, input_image }: Readonly<Record<string, unknown>>): number {
  const made = Math.ceil((Number(width) * Number(height)) / 1024 ** 2);
  return 3 + 1.5 * (made - 1 + (input_image === undefined ? 0 : 1));
}
const bflResult = polled(
  bflKey,
  () => ({ id: 'task', status: 'Pending', result: null }),
  () => ({ id: 'task', status: 'Ready', result: { sample: fileUrl() } }),
);

/** https://fal.ai/models/fal-ai/nano-banana/api */
const fal = strict(
  ({ headers }) => /^Key .+/.test(headers.authorization ?? ''),
  (found, { json: body = {} }) => {
    found.known(
      body,
      ['prompt', 'num_images', 'aspect_ratio', 'resolution', 'output_format', 'sync_mode', 'image_urls'],
      'body',
    );
    found.expect(RATIO.test(show(body.aspect_ratio ?? '1:1')), 'aspect_ratio', 'unknown');
    found.expect(items(body.image_urls).every(isPixelUrl), 'image_urls', 'not a data URL');
  },
  () => ({ images: [{ url: fileUrl() }, { url: fileUrl() }], description: '' }),
  (msg) => ({ detail: [{ loc: ['body'], msg, type: 'value_error' }] }),
);

/** Inputs of models: https://replicate.com/<owner>/<name>/api/schema */
const replicateInputs: Readonly<Record<string, readonly string[]>> = {
  'flux-schnell': ['num_outputs'],
  'flux-dev': ['num_outputs', 'image', 'prompt_strength'],
  'flux-2-pro': ['resolution', 'input_images'],
};

/** https://replicate.com/docs/reference/http#models.predictions.create */
const replicate = strict(
  bearer,
  (found, { json: body = {}, headers, path }) => {
    const input = json(body.input);
    const own = replicateInputs[path.split('/').at(-2) ?? ''] ?? [];
    found.known(body, ['input', 'version'], 'body');
    found.known(input, ['prompt', 'aspect_ratio', 'output_format', 'seed', ...own], 'input');
    found.expect(/^wait=(?:[1-9]|[1-5]\d|60)$/.test(String(headers.prefer)), 'prefer', 'out of range');
    found.expect(input.image === undefined || isPixelUrl(input.image), 'image', 'not a data URL');
    const images = items(input.input_images);
    found.expect(images.length <= 8 && images.every(isPixelUrl), 'input_images', 'not up to 8 data URLs');
  },
  () => ({ id: 'prediction', status: 'starting', output: null, error: null }),
  (detail, status) => ({ title: 'Input validation failed', detail, status }),
);
const prediction = polled(
  bearer,
  () => ({ id: 'prediction', status: 'processing', output: null, error: null }),
  () => ({ id: 'prediction', status: 'succeeded', output: [fileUrl(), fileUrl()], error: null }),
);

/** https://docs.lumalabs.ai/reference/generateimage */
const luma = strict(
  bearer,
  (found, { json: body = {} }) => {
    found.known(body, ['model', 'prompt', 'aspect_ratio', 'format', 'modify_image_ref'], 'body');
    found.expect(show(body.model).startsWith('photon-'), 'model', 'unknown');
    found.expect(RATIO.test(show(body.aspect_ratio)), 'aspect_ratio', 'unknown');
    const { url = 'https://' } = json(body.modify_image_ref);
    found.expect(String(url).startsWith('https://'), 'modify_image_ref', 'not an address');
  },
  () => ({ id: 'generation', state: 'queued', assets: null }),
  (detail) => ({ detail }),
);
const lumaResult = polled(
  bearer,
  () => ({ id: 'generation', state: 'dreaming', assets: null }),
  () => ({ id: 'generation', state: 'completed', assets: { image: fileUrl() } }),
);

/** A token that the secret key signed and that is valid now. */
function klingKey({ headers }: DialectRequest): boolean {
  const [header = '', payload = '', signature] = (headers.authorization ?? '')
    .slice('Bearer '.length)
    .split('.');
  if (signature !== createHmac('sha256', SECRET).update(`${header}.${payload}`).digest('base64url'))
    return false;
  const { iss, exp, nbf } = json(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  const now = Date.now() / 1000;
  return iss === 'access' && Number(nbf) <= now && Number(exp) > now;
}

/** https://app.klingai.com/global/dev/document-api/apiReference/model/OmniImage */
const kling = strict(
  klingKey,
  (found, { json: body = {} }) => {
    found.known(body, ['model_name', 'prompt', 'n', 'aspect_ratio', 'resolution', 'image_list'], 'body');
    found.expect(Number(body.n) >= 1 && Number(body.n) <= 9, 'n', 'must be from 1 to 9');
    found.expect(
      items(body.image_list).every((one) => isPixel(json(one).image)),
      'image_list',
      'must be base64 without a prefix',
    );
  },
  () => ({ code: 0, message: 'SUCCEED', data: { task_id: 'task', task_status: 'submitted' } }),
  (message, status) => ({ code: status === 401 ? 1002 : 1201, message, request_id: 'r' }),
);
const klingResult = polled(
  klingKey,
  () => ({ code: 0, data: { task_id: 'task', task_status: 'processing' } }),
  () => ({
    code: 0,
    data: {
      task_id: 'task',
      task_status: 'succeed',
      task_result: {
        images: [
          { index: 0, url: fileUrl() },
          { index: 1, url: fileUrl() },
        ],
      },
    },
  }),
);

/** Signed for its bytes; the signature itself is compared in the provider's own spec. */
function jimengKey({ headers, body }: DialectRequest): boolean {
  const hash = createHash('sha256').update(body).digest('hex');
  const authorization = /^HMAC-SHA256 Credential=access\/\d{8}\/cn-north-1\/cv\/request, SignedHeaders=/;
  return headers['x-content-sha256'] === hash && authorization.test(headers.authorization ?? '');
}

/** https://www.volcengine.com/docs/85621 */
const jimeng = strict(
  jimengKey,
  (found, { json: body = {} }) => {
    const editsOne = body.req_key === 'jimeng_i2i_v30';
    const own = editsOne ? 'binary_data_base64' : 'force_single';
    found.known(body, ['req_key', 'prompt', 'width', 'height', 'seed', 'scale', 'image_urls', own], 'body');
    const embedded = items(body.binary_data_base64);
    const inputs = [...embedded, ...items(body.image_urls)];
    found.expect(!editsOne || inputs.length === 1, 'image_urls', 'exactly one image is required');
    found.expect(embedded.every(isPixel), 'binary_data_base64', 'must be base64 without a prefix');
    found.expect((body.width === undefined) === (body.height === undefined), 'width', 'goes with height');
  },
  () => ({ code: 10_000, data: { task_id: 'task' }, message: 'Success' }),
  (message, status) =>
    status === 401
      ? { ResponseMetadata: { Error: { Code: 'SignatureDoesNotMatch', Message: message } } }
      : { code: 50_200, message },
);
const jimengResult = polled(
  jimengKey,
  () => ({ code: 10_000, data: { status: 'generating' } }),
  () => {
    const { return_url } = json(JSON.parse(String(currentRequest()?.json?.req_json)));
    const made = return_url
      ? { image_urls: [fileUrl()] }
      : { binary_data_base64: [PIXEL.toString('base64')] };
    return { code: 10_000, data: { status: 'done', ...made } };
  },
);

const viduKey = ({ headers }: DialectRequest) => /^Token .+/.test(headers.authorization ?? '');

/** https://platform.vidu.com/docs/reference-to-image */
const vidu = strict(
  viduKey,
  (found, { json: body = {} }) => {
    found.known(body, ['model', 'images', 'prompt', 'seed', 'aspect_ratio', 'resolution'], 'body');
    found.expect(items(body.images).every(isPixelUrl), 'images', 'not a data URL');
  },
  () => ({ task_id: 'task', state: 'created', model: 'viduq2', credits: 6 }),
  (message, code) => ({ code, reason: 'FieldInvalid', message, metadata: {} }),
);
const viduResult = polled(
  viduKey,
  () => ({ state: 'processing', err_code: '', creations: [] }),
  () => ({ state: 'success', err_code: '', creations: [{ id: 'c', url: fileUrl() }] }),
);

/** https://platform.minimax.io/docs/api-reference/image-generation-t2i */
const minimax = strict(
  bearer,
  (found, { json: body = {} }) => {
    found.known(
      body,
      [
        'model',
        'prompt',
        'n',
        'aspect_ratio',
        'width',
        'height',
        'response_format',
        'seed',
        'prompt_optimizer',
        'subject_reference',
      ],
      'body',
    );
    for (const side of ['width', 'height']) {
      const length = Number(body[side] ?? 512);
      found.expect(length >= 512 && length <= 2048 && length % 8 === 0, side, 'out of range');
    }
    found.expect(Number(body.n) >= 1 && Number(body.n) <= 9, 'n', 'must be from 1 to 9');
    const subjects = items(body.subject_reference).map(json);
    found.expect(
      subjects.length <= 1 &&
        subjects.every(({ type, image_file: file }) => type === 'character' && isPixelUrl(file)),
      'subject_reference',
      'must be one character',
    );
    found.expect(['url', 'base64'].includes(show(body.response_format)), 'response_format', 'unknown');
  },
  () => {
    const two = (value: string) => [value, value];
    const isFile = currentRequest()?.json?.response_format === 'base64';
    return {
      id: 'i',
      data: isFile ? { image_base64: two(PIXEL.toString('base64')) } : { image_urls: two(fileUrl()) },
      metadata: { success_count: '2', failed_count: '0' },
      base_resp: { status_code: 0, status_msg: 'success' },
    };
  },
  (status_msg, status) => ({ base_resp: { status_code: status === 401 ? 1004 : 2013, status_msg } }),
);

const file: Dialect = {
  ...openaiDialect,
  bytes: { contentType: 'image/png', body: PIXEL },
  refuses: ({ headers }) =>
    headers.authorization !== undefined || headers['x-key'] !== undefined ? 'a key was sent' : undefined,
};

const dialects: readonly (readonly [path: RegExp, Dialect])[] = [
  [/^\/files\//, file],
  [/^\/v1\/images\/imageToImage$/, recraftEdit],
  ...aliDialects,
  [/^\/v1\/image_generation$/, minimax],
  [/^\/v2beta\/stable-image\/generate\/(?:core|ultra|sd3)$/, stability],
  [/^\/v1\/flux-/, bfl],
  [/^\/v1\/get_result\?id=task$/, bflResult],
  [/^\/fal-ai\//, fal],
  [/^\/v1\/models\/[^/]+\/[^/]+\/predictions$/, replicate],
  [/^\/v1\/predictions\/prediction$/, prediction],
  [/^\/dream-machine\/v1\/generations\/image$/, luma],
  [/^\/dream-machine\/v1\/generations\/generation$/, lumaResult],
  [/^\/v1\/images\/omni-image$/, kling],
  [/^\/v1\/images\/omni-image\/task$/, klingResult],
  [/^\/ent\/v2\/reference2image$/, vidu],
  [/^\/ent\/v2\/tasks\/task\/creations$/, viduResult],
  [/^\/\?Action=CVSync2AsyncSubmitTask&Version=2022-08-31$/, jimeng],
  [/^\/\?Action=CVSync2AsyncGetResult&Version=2022-08-31$/, jimengResult],
];

/** The dialect of a path (with its query) of a provider of images; undefined for all others. */
export function imageDialect(path: string): Dialect | undefined {
  return dialects.find(([pattern]) => pattern.test(path))?.[1];
}
