import { list, record, text } from '../../json/lenient.js';
import { notSupported, type OperationRequest } from '../../operations/operation.js';
import { downloaded, followed, imageAnswer, imagesAt, workUnusable } from '../../kit/images/image-answer.js';
import { imageOperations, postJson } from '../../kit/images/image-operations.js';
import { imageRequest, unsupportedParameter } from '../../kit/images/image-request.js';
import { jsonBody, type InputImage } from '../../kit/images/input-images.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import type { OperationAnswer, Target, UpstreamCall } from '../../kit/provider.js';
import { failIn, failureOf } from './errors.js';
import { aliImageModel, aliSize } from './image-models.js';

const RUNNING = new Set<unknown>(['PENDING', 'RUNNING', 'SUSPENDED']);

/** Images of Wan, Qwen and Z-Image: https://www.alibabacloud.com/help/en/model-studio/image-generation */
export const aliImages = imageOperations(call, answer);

/** @throws ApiError 400 for what the model cannot do */
function call(request: OperationRequest, target: Target, inputImages: readonly InputImage[]): UpstreamCall {
  const model = aliImageModel(target.model);
  const { inputs = 0 } = model;
  if (inputImages.length > 0 && inputs === 0) throw notSupported('not supported model for image edits');
  if (inputImages.length > inputs)
    throw unsupportedParameter(`image: this model edits at most ${inputs} images`);
  const requested = imageRequest(request, model.limits);
  const { negative_prompt: negative, ...own } = requested.members;
  const parameters = {
    ...(requested.size && { size: aliSize(requested.size, model) }),
    n: requested.count,
    ...own,
  };
  const files = requested.base64 ? (body: unknown) => addressesIn(body) : undefined;
  const headers = bearerHeaders(target);
  if (model.answersAtOnce) {
    const body = jsonBody(request, inputImages, 'data-url', (images) => ({
      model: target.model,
      input: {
        messages: [
          { role: 'user', content: [...images.map((image) => ({ image })), { text: requested.prompt }] },
        ],
      },
      parameters: { ...parameters, ...(negative !== undefined && { negative_prompt: negative }) },
      ...target.override,
    }));
    const url = `${target.baseUrl}/api/v1/services/aigc/multimodal-generation/generation`;
    return followed(postJson(url, headers, body), target, finished, files);
  }
  const body = jsonBody(request, [], 'data-url', () => ({
    model: target.model,
    input: { prompt: requested.prompt, ...(negative !== undefined && { negative_prompt: negative }) },
    parameters,
    ...target.override,
  }));
  const url = `${target.baseUrl}/api/v1/services/aigc/text2image/image-synthesis`;
  return followed(
    postJson(url, { ...headers, 'x-dashscope-async': 'enable' }, body),
    target,
    (result, answered) => pending(result, answered, target),
    files,
  );
}

/** The response is final. @throws UpstreamError if it is an error */
function finished(body: unknown): undefined {
  failIn(record(body));
}

/** https://www.alibabacloud.com/help/en/model-studio/text-to-image-v2-api-reference: the task is asked for by its id. */
function pending(body: unknown, answered: UpstreamCall, target: Target): UpstreamCall | undefined {
  const answer = record(body);
  failIn(answer);
  const output = record(answer.output);
  const { task_status: status, task_id: id } = output;
  if (status === 'SUCCEEDED') return undefined;
  if (!RUNNING.has(status)) throw failureOf(output);
  if (answered.method === 'GET') return answered;
  if (text(id) === '') throw workUnusable('no task was started');
  return {
    method: 'GET',
    url: `${target.baseUrl}/api/v1/tasks/${encodeURIComponent(text(id))}`,
    headers: bearerHeaders(target),
  };
}

function answer(body: unknown): OperationAnswer {
  const fetched = downloaded(body);
  if (fetched) return imageAnswer(fetched);
  failIn(record(body));
  const images = imagesAt(addressesIn(body), false);
  const failed = list(record(record(body).output).results).find((result) => text(record(result).code) !== '');
  // Of several images some may have failed; only those that were made are charged.
  if (images.length === 0 && failed !== undefined) throw failureOf(record(failed));
  return imageAnswer(images);
}

/** Addresses in the response of either API. */
function addressesIn(body: unknown): string[] {
  const output = record(record(body).output);
  const contents = list(output.choices).flatMap((choice) => list(record(record(choice).message).content));
  return [
    ...contents.map((part) => text(record(part).image)),
    ...list(output.results).map((result) => text(record(result).url)),
  ].filter((url) => url !== '');
}
