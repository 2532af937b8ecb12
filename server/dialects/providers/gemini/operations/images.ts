import { UpstreamError, type UpstreamFailure } from '../../../canonical/failure.js';
import { atPriceFactor, noUsage, type Usage } from '../../../canonical/usage.js';
import { list, record, text, type UnknownRecord } from '../../../json/lenient.js';
import { notSupported, type OperationRequest } from '../../../operations/operation.js';
import { imageUsage } from '../../../kit/openai/operations/image-usage.js';
import type {
  EstimateTarget,
  OperationAnswer,
  OperationCodec,
  Target,
  UpstreamCall,
} from '../../../kit/provider.js';
import { googleCall } from '../address.js';
import { innerError } from '../errors.js';
import { imageShape, imageSizeFactor, imageTokens } from './image-sizes.js';
import { rulesOf } from '../model-rules.js';
import { overridden } from '../native.js';
import { readUsage } from '../usage.js';

/**
 * Image generation for OpenAI clients: Imagen through `predict` (https://ai.google.dev/gemini-api/docs/imagen), Gemini image
 * models through `generateContent`.
 */
export const imageGeneration: OperationCodec = {
  json: true,
  request(request, target) {
    if (request.stream) throw notSupported('stream: not supported by this model');
    if (isImagen(target.model)) return predict(request, target);
    if (rulesOf(target.model, false).draws) return draw(request, target);
    throw notSupported('not supported model for image generation');
  },
  estimate: geminiImageEstimate,
  answer(body, request) {
    const failure = innerError(body);
    if (failure) throw new UpstreamError(failure);
    const answer = record(body);
    return 'predictions' in answer ? predicted(answer, request) : drawn(answer, request);
  },
};

/** Google clients on Imagen: the client's bytes. */
export const nativePredict: OperationCodec = {
  json: true,
  request: ({ body }, target) => googleCall(target, 'predict', overridden(body, target)),
  answer: (body, request) => {
    const failure = innerError(body);
    if (failure) throw new UpstreamError(failure);
    return { usage: predicted(record(body), request).usage };
  },
};

function isImagen(model: string): boolean {
  return model.replace(/^models\//, '').startsWith('imagen');
}

/**
 * Images cost what their size costs, in tokens or as a multiple of the model's price per call.
 * @throws ApiError 400 as the request
 */
export function geminiImageEstimate({ fields, estimate }: OperationRequest, target: EstimateTarget): Usage {
  const { model, override } = target;
  const { imageConfig } = record(override?.generationConfig ?? { imageConfig: imageShape(model, fields) });
  const imageSize = text(record(imageConfig).imageSize) || undefined;
  const { more, ...usage } = atPriceFactor(estimate, imageSizeFactor(model, imageSize));
  if (isImagen(model)) return { ...usage, ...(more && { more }) };
  return { ...usage, more: { ...more, imageOutput: (more?.images ?? 1) * imageTokens(model, imageSize) } };
}

function predict({ fields, estimate }: OperationRequest, target: Target): UpstreamCall {
  const { aspectRatio = '1:1', imageSize: sampleImageSize } = imageShape(target.model, fields);
  const body = {
    instances: [{ prompt: fields.prompt }],
    parameters: {
      sampleCount: estimate.more?.images ?? 1,
      aspectRatio,
      sampleImageSize,
      personGeneration: 'allow_adult',
    },
    ...target.override,
  };
  return googleCall(target, 'predict', Buffer.from(JSON.stringify(body)));
}

function draw(request: OperationRequest, target: Target): UpstreamCall {
  const body = {
    contents: [{ role: 'user', parts: [{ text: request.fields.prompt }] }],
    generationConfig: drawingConfig(request, target),
    ...target.override,
  };
  return googleCall(target, 'generateContent', Buffer.from(JSON.stringify(body)));
}

/** generationConfig for one image of the requested shape. @throws ApiError 400 if several images are requested */
export function drawingConfig({ fields, estimate }: OperationRequest, { model }: Target): object {
  if ((estimate.more?.images ?? 1) > 1) throw notSupported('n: this model makes one image at a time');
  const imageConfig = imageShape(model, fields);
  return {
    responseModalities: ['TEXT', 'IMAGE'],
    ...(Object.keys(imageConfig).length > 0 && { imageConfig }),
  };
}

/** Images that Google filtered are left out and cost nothing. */
function predicted(answer: UnknownRecord, request: OperationRequest): OperationAnswer {
  const predictions = list(answer.predictions).map(record);
  const reason = predictions.map((one) => text(one.raiFilteredReason)).find((words) => words !== '');
  const data = images(
    predictions.map((one) => text(one.bytesBase64Encoded)),
    reason,
  );
  return imageAnswer(data, imageUsage({ data }, request));
}

function drawn(answer: UnknownRecord, request: OperationRequest): OperationAnswer {
  const candidates = list(answer.candidates).map(record);
  const parts = candidates.flatMap(({ content }) => list(record(content).parts).map(record));
  const reason = [record(answer.promptFeedback).blockReason, ...candidates.map((one) => one.finishMessage)]
    .map(text)
    .find((words) => words !== '');
  const found = parts.flatMap((part) => (part.thought === true ? [] : [text(record(part.inlineData).data)]));
  const data = images(found, reason);
  const { more } = imageUsage({ data }, request);
  const usage: Usage = { ...noUsage(), ...readUsage(answer.usageMetadata) };
  return imageAnswer(data, { ...usage, more: { ...usage.more, ...more } });
}

/** @throws UpstreamError if there is no image */
function images(found: readonly string[], reason: string | undefined): { b64_json: string }[] {
  const data = found.flatMap((image) => (image === '' ? [] : [{ b64_json: image }]));
  if (data.length === 0) throw new UpstreamError(noImages(reason));
  return data;
}

function imageAnswer(data: object[], usage: Usage): OperationAnswer {
  return { usage, body: { created: Math.floor(Date.now() / 1000), data } };
}

function noImages(reason: string | undefined): UpstreamFailure {
  return {
    status: 400,
    message: reason ?? 'no images were made',
    ...(reason === undefined && { text: 'upstream_work_failed' }),
    kind: 'invalid_request_error',
    code: 'no_images',
    retryable: false,
    disables: false,
  };
}
