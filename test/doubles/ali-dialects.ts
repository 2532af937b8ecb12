import type { Dialect } from './scripted-answer.js';
import { polled, bearer, fileUrl, strict } from './strict-image-dialect.js';
import { items, json, show } from './strict/violations.js';

const aliError = (message: string) => ({ code: 'InvalidParameter', message, request_id: 'r' });
const ALI_PARAMETERS = ['size', 'n', 'seed', 'prompt_extend', 'watermark'];

/**
 * https://www.alibabacloud.com/help/en/model-studio/qwen-image-api: fixed sizes, one image. Models that edit take up to three
 * images before the text: https://www.alibabacloud.com/help/en/model-studio/qwen-image-edit-api
 */
const qwenImage = strict(
  bearer,
  (found, { json: body = {}, headers }) => {
    const [message, ...others] = items(json(body.input).messages).map(json);
    const parameters = json(body.parameters);
    found.known(body, ['model', 'input', 'parameters'], 'body');
    found.known(json(body.input), ['messages'], 'input');
    found.known(parameters, [...ALI_PARAMETERS, 'negative_prompt'], 'parameters');
    found.expect(
      headers['x-dashscope-async'] === undefined,
      'x-dashscope-async',
      'asynchronous calls are not supported',
    );
    found.expect(
      others.length === 0 && message?.role === 'user',
      'messages',
      'must be one message of the user',
    );
    const content = items(message?.content).map(json);
    const images = content.slice(0, -1);
    found.expect(typeof content.at(-1)?.text === 'string', 'content', 'must end with a text');
    const takesImages = show(body.model).includes('edit');
    found.expect(
      takesImages ? images.length >= 1 && images.length <= 3 : images.length === 0,
      'content',
      'images',
    );
    found.expect(
      images.every(({ image }) => /^(?:data:image|https?:)/.test(show(image))),
      'image',
      'not an image',
    );
    const sizes = ['1664*928', '1472*1104', '1328*1328', '1104*1472', '928*1664'];
    found.expect(sizes.includes(show(parameters.size ?? '1328*1328')), 'size', 'not supported');
    found.expect((parameters.n ?? 1) === 1, 'n', 'must be 1');
  },
  () => ({
    output: {
      choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: [{ image: fileUrl() }] } }],
    },
    usage: { image_count: 1, width: 1328, height: 1328 },
    request_id: 'r',
  }),
  aliError,
);

/** https://www.alibabacloud.com/help/en/model-studio/text-to-image-v2-api-reference */
const wan = strict(
  bearer,
  (found, { json: body = {}, headers }) => {
    const parameters = json(body.parameters);
    found.known(body, ['model', 'input', 'parameters'], 'body');
    found.known(json(body.input), ['prompt', 'negative_prompt'], 'input');
    found.known(parameters, ALI_PARAMETERS, 'parameters');
    found.expect(
      headers['x-dashscope-async'] === 'enable',
      'x-dashscope-async',
      'synchronous calls are not supported',
    );
    const sides = show(parameters.size ?? '1024*1024')
      .split('*')
      .map(Number);
    found.expect(
      sides.length === 2 && sides.every((side) => side >= 512 && side <= 1440),
      'size',
      'must be from 512 to 1440',
    );
    found.expect(Number(parameters.n) >= 1 && Number(parameters.n) <= 4, 'n', 'must be from 1 to 4');
  },
  () => ({ output: { task_id: 'task', task_status: 'PENDING' }, request_id: 'r' }),
  aliError,
);
const wanResult = polled(
  bearer,
  () => ({ output: { task_id: 'task', task_status: 'RUNNING' }, request_id: 'r' }),
  () => ({
    output: { task_id: 'task', task_status: 'SUCCEEDED', results: [{ url: fileUrl() }, { url: fileUrl() }] },
    usage: { image_count: 2 },
    request_id: 'r',
  }),
);

/** https://www.alibabacloud.com/help/en/model-studio/text-rerank-api */
const rerank: Dialect = {
  ...strict(
    bearer,
    (found, { json: body = {} }) => {
      found.known(body, ['model', 'input', 'parameters'], 'body');
      found.known(json(body.input), ['query', 'documents'], 'input');
      found.known(json(body.parameters), ['top_n', 'return_documents'], 'parameters');
      found.expect(
        items(json(body.input).documents).every((one) => typeof one === 'string'),
        'documents',
        'not texts',
      );
    },
    () => ({}),
    aliError,
  ),
  whole: (answer) => ({
    output: {
      results: [
        { index: 1, relevance_score: 0.9 },
        { index: 0, relevance_score: 0.1 },
      ],
    },
    ...(answer.usage && { usage: { total_tokens: answer.usage.input } }),
    request_id: 'r',
  }),
};

/** Images and rerank of Ali's Model Studio. */
export const aliDialects: readonly (readonly [path: RegExp, Dialect])[] = [
  [/^\/api\/v1\/services\/aigc\/multimodal-generation\/generation$/, qwenImage],
  [/^\/api\/v1\/services\/aigc\/text2image\/image-synthesis$/, wan],
  [/^\/api\/v1\/tasks\/task$/, wanResult],
  [/^\/api\/v1\/services\/rerank\/text-rerank\/text-rerank$/, rerank],
];
