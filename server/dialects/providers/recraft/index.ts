import { count, list, record, text } from '../../json/lenient.js';
import { defineProvider, modelNames, UNTESTABLE } from '../../kit/define-provider.js';
import { errorReader } from '../../kit/images/image-errors.js';
import { imageAnswer, type MadeImage } from '../../kit/images/image-answer.js';
import { imageRequest, type ImageLimits } from '../../kit/images/image-request.js';
import { formBody, inputImage } from '../../kit/images/input-images.js';
import { flatImageEstimate } from '../../kit/images/price-factor.js';
import { nearestRatio, type ImageSize } from '../../kit/images/sizes.js';
import { balanceAt, usd } from '../../kit/balance.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import { parsedAnswer } from '../../kit/openai/operations/operations.js';
import type { OperationAnswer, Target } from '../../kit/provider.js';
import type { OperationRequest } from '../../operations/operation.js';

/** Ratios of all models (https://www.recraft.ai/docs/api-reference/appendix); the model determines the resolution. */
const RATIOS = modelNames('1:1 2:1 1:2 3:2 2:3 4:3 3:4 5:4 4:5 14:10 10:14 16:9 9:16 6:10');
/** Models with styles of their own, negative prompts and text layouts. */
const OLDER = /^recraftv[23](?:_|$)/;
/** How far an edited image may differ from the original, 0 to 1, if the client does not say. */
const STRENGTH = 0.5;
/** API units per USD (https://www.recraft.ai/docs/api-reference/pricing). */
const UNITS = 1000;

/** https://www.recraft.ai/docs/api-reference/endpoints: OpenAI's format, with sizes that depend on the model. */
export default defineProvider({
  type: 1100,
  id: 'recraft',
  name: { en: 'Recraft', zh: 'Recraft' },
  color: 'violet',
  baseUrl: 'https://external.api.recraft.ai',
  models: modelNames(`
    recraftv4_1 recraftv4_1_vector recraftv4_1_pro recraftv4_1_pro_vector recraftv4_1_utility
    recraftv4_1_utility_vector recraftv4_1_utility_pro recraftv4_1_utility_pro_vector recraftv4
    recraftv4_vector recraftv4_pro recraftv4_pro_vector recraftv3 recraftv3_vector`),
  form: { keyPage: 'https://app.recraft.ai/profile/api' },
  balance: balanceAt('/v1/users/me', (body) => usd((count(record(body).credits) ?? Number.NaN) / UNITS)),
  untestable: UNTESTABLE.images,
  api: {
    native: {},
    operations: {
      'image-generation': {
        json: true,
        request(request, target) {
          const body = { ...membersOf(request, target.model), ...target.override };
          return {
            method: 'POST',
            url: addressOf(target, '/images/generations'),
            headers: { ...bearerHeaders(target), 'content-type': 'application/json' },
            body: Buffer.from(JSON.stringify(body)),
          };
        },
        estimate: flatImageEstimate,
        answer,
      },
      'image-edit': {
        json: true,
        request(request, target) {
          const image = inputImage(request);
          const { size: _size, ...members } = membersOf(request, target.model);
          const form = formBody(request, { strength: STRENGTH, ...members, ...target.override }, [
            ['image', image],
          ]);
          return {
            method: 'POST',
            url: addressOf(target, '/images/imageToImage'),
            headers: {
              ...bearerHeaders(target),
              'content-type': form.contentType,
              'content-length': String(form.length),
            },
            body: form.body,
            streamed: form.streamed,
          };
        },
        estimate: flatImageEstimate,
        answer,
      },
    },
    readError: errorReader(
      (body) => ({ message: text(body.message) || text(body.error), code: text(body.code) }),
      {
        unauthorized: { status: 401, disables: true, retryable: true },
        not_enough_credits: { code: 'insufficient_quota', disables: true, retryable: true },
      },
    ),
  },
});

function membersOf(request: OperationRequest, model: string) {
  const requested = imageRequest(request, limitsOf(model));
  return {
    model,
    prompt: requested.prompt,
    n: requested.count,
    size: ratio(requested.size),
    response_format: requested.base64 === undefined ? undefined : requested.base64 ? 'b64_json' : 'url',
    ...requested.members,
  };
}

function limitsOf(model: string): ImageLimits {
  const isOlder = OLDER.test(model);
  const members = ['style_id', 'controls', 'random_seed', 'strength'];
  return {
    maxImages: 6,
    maxPrompt: isOlder ? 1000 : 10_000,
    members: isOlder ? [...members, 'negative_prompt', 'style', 'substyle', 'text_layout'] : members,
  };
}

/** The API accepts ratios as sizes. */
function ratio(size: ImageSize | undefined): string | undefined {
  return size && nearestRatio(size, RATIOS);
}

function addressOf({ baseUrl }: Target, path: string): string {
  return `${baseUrl.replace(/\/v1$/, '')}/v1${path}`;
}

function answer(body: unknown): OperationAnswer {
  const data = list(parsedAnswer(body).data)
    .map(record)
    .flatMap((image): MadeImage[] => {
      const revised = text(image.revised_prompt);
      const more = revised === '' ? {} : { revised_prompt: revised };
      if (text(image.b64_json) !== '') return [{ b64_json: text(image.b64_json), ...more }];
      return text(image.url) === '' ? [] : [{ url: text(image.url), ...more }];
    });
  return imageAnswer(data);
}
