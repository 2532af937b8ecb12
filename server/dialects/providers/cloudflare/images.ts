import { randomUUID } from 'node:crypto';
import { ApiError } from '../../../contract/errors/api-error.js';
import { UpstreamError } from '../../canonical/failure.js';
import { text, type UnknownRecord } from '../../json/lenient.js';
import type { OperationRequest } from '../../operations/operation.js';
import { imageUsage } from '../../kit/openai/operations/image-usage.js';
import { invalidResponse } from '../../kit/provider-error.js';
import type { OperationCodec, Target, UpstreamCall } from '../../kit/provider.js';
import { runCall, runJson } from './address.js';
import { resultOf } from './errors.js';

/** What a model for images accepts (https://developers.cloudflare.com/workers-ai/models/?tasks=Text-to-Image). */
interface ImageRules {
  readonly name: RegExp;
  /** Members besides the prompt that clients may set. */
  readonly members: readonly string[];
  /** Accepts width and height; all others make squares of 1024 pixels. */
  readonly sizes?: true;
  /** Expects a form instead of JSON. */
  readonly form?: true;
  /** Maximum number of characters. */
  readonly maxPrompt?: number;
}

const RULES: readonly ImageRules[] = [
  { name: /\/flux-1-schnell$/, members: ['steps'], maxPrompt: 2048 },
  { name: /\/flux-2-/, members: ['steps', 'seed'], sizes: true, form: true },
  { name: /\/lucid-origin$/, members: ['guidance', 'seed', 'steps'], sizes: true },
];
const SQUARE = ['auto', '', '1024x1024'];

/** Images of models that answer with JSON. Others answer with the bytes of an image and are refused. */
export const imageGeneration: OperationCodec = {
  json: true,
  request(request, target) {
    const rules = RULES.find(({ name }) => name.test(target.model));
    if (!rules) throw unsupported('not supported model for image generation');
    const members = membersOf(request, rules);
    return rules.form ? formCall(target, { ...members, ...target.override }) : runJson(target, members);
  },
  answer(body, request) {
    const image = text(resultOf(body).image);
    if (image === '') throw new UpstreamError(invalidResponse('the answer holds no image'));
    const data = [{ b64_json: image }];
    return { usage: imageUsage({ data }, request), body: { created: Math.floor(Date.now() / 1000), data } };
  },
};

/** @throws ApiError 400 for what the model cannot do */
function membersOf({ fields, stream, estimate }: OperationRequest, rules: ImageRules): UnknownRecord {
  if (stream) throw unsupported('stream: not supported by this model');
  if ((estimate.more?.images ?? 1) > 1) throw unsupported('n: this model makes one image at a time');
  const prompt = text(fields.prompt);
  if (rules.maxPrompt !== undefined && prompt.length > rules.maxPrompt)
    throw unsupported(`prompt: this model accepts at most ${rules.maxPrompt} characters`);
  const own = rules.members.filter((name) => typeof fields[name] === 'number');
  return {
    prompt,
    ...sizeOf(text(fields.size), rules),
    ...Object.fromEntries(own.map((name) => [name, fields[name]])),
  };
}

function sizeOf(size: string, { sizes }: ImageRules): object {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(size) ?? [];
  if (sizes && width !== undefined) return { width: Number(width), height: Number(height) };
  if (SQUARE.includes(size)) return {};
  throw unsupported(`size ${size}: this model makes images of 1024x1024`);
}

function formCall(target: Target, members: UnknownRecord): UpstreamCall {
  const boundary = `tollgate-${randomUUID()}`;
  const parts = Object.entries(members).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
  );
  const body = Buffer.from(`${parts.join('')}--${boundary}--\r\n`);
  return runCall(target, `multipart/form-data; boundary=${boundary}`, { body });
}

function unsupported(detail: string): ApiError {
  return new ApiError('convert_request_failed', { detail });
}
