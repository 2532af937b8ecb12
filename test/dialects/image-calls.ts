import { imageFactorOf } from '../../server/dialects/canonical/usage.js';
import { imageEdit } from '../../server/dialects/operations/image-edit.js';
import { imageGeneration } from '../../server/dialects/operations/image-generation.js';
import { inMemory } from '../../server/dialects/operations/form.js';
import { FormScanner } from '../../server/dialects/operations/form-scanner.js';
import type { OperationRequest } from '../../server/dialects/operations/operation.js';
import type { OperationAnswer, Target, UpstreamCall } from '../../server/dialects/kit/provider.js';
import { at, providerOf } from './provider-calls.js';

/** An image of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const PIXEL_URL = `data:image/png;base64,${PIXEL.toString('base64')}`;
const BOUNDARY = 'edge';

type ImageOperation = 'image-generation' | 'image-edit';

/** One call of `/v1/images/…` at a provider. */
export class ImageCall {
  readonly request: OperationRequest;
  readonly target: Target;

  constructor(
    readonly operation: ImageOperation,
    request: OperationRequest,
    type: number,
    overrides: Partial<Target>,
  ) {
    this.request = request;
    this.target = at(type, { model: request.model, ...overrides });
  }

  get codec() {
    const codec = providerOf(this.target.type).operations?.[this.operation];
    if (!codec) throw new Error(`type ${this.target.type} does not serve ${this.operation}`);
    return codec;
  }

  /** The first call. */
  get call(): UpstreamCall {
    return this.codec.request(this.request, this.target);
  }

  /** What an image costs as a multiple of the model's price. */
  get priceFactor(): number | undefined {
    return imageFactorOf(this.codec.estimate?.(this.request, this.target));
  }

  answer(body: unknown): OperationAnswer {
    const answer = this.codec.answer?.(body, this.request);
    if (!answer) throw new Error('the codec reads no answers');
    return answer;
  }

  /** Follows the calls, which get these responses in order; files are texts. */
  finish(...responses: unknown[]): { calls: UpstreamCall[]; answer: OperationAnswer } {
    const calls: UpstreamCall[] = [];
    let call: UpstreamCall | undefined = this.call;
    let body: unknown;
    for (const response of responses) {
      if (!call) throw new Error(`only ${calls.length} calls were made`);
      calls.push(call);
      body = call.download ? call.download.read(Buffer.from(String(response))) : response;
      call = call.next?.(body);
    }
    if (call) throw new Error(`a further call: ${call.method} ${call.url}`);
    return { calls, answer: this.answer(body) };
  }
}

/** `POST /v1/images/generations` */
export function generation(type: number, fields: object, overrides: Partial<Target> = {}): ImageCall {
  const body = Buffer.from(JSON.stringify({ prompt: 'a gate', ...fields }));
  const request = imageGeneration.read({ body, contentType: 'application/json', path: '' });
  return new ImageCall('image-generation', request, type, overrides);
}

/** `POST /v1/images/edits` as JSON. @param inputPixels sizes of its images, which are not measured here */
export function jsonEdit(
  type: number,
  fields: object,
  overrides: Partial<Target> = {},
  inputPixels?: readonly (number | undefined)[],
): ImageCall {
  const body = Buffer.from(
    JSON.stringify({ prompt: 'a gate', images: [{ image_url: PIXEL_URL }], ...fields }),
  );
  const request = imageEdit.read({ body, contentType: 'application/json', path: '' });
  return new ImageCall('image-edit', { ...request, inputPixels }, type, overrides);
}

/** `POST /v1/images/edits` as a form; values that are buffers are files. */
export function formEdit(
  type: number,
  fields: readonly (readonly [name: string, value: string | Buffer])[],
  overrides: Partial<Target> = {},
): ImageCall {
  const parts = fields.flatMap(([name, value]) => [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${typeof value === 'string' ? '' : '; filename="a"'}\r\n\r\n`,
    ),
    typeof value === 'string' ? Buffer.from(value) : value,
    Buffer.from('\r\n'),
  ]);
  const bytes = Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
  const contentType = `multipart/form-data; boundary=${BOUNDARY}`;
  const scanner = new FormScanner(contentType);
  scanner.push(bytes);
  const form = scanner.end(inMemory(bytes));
  const request = imageEdit.read({ body: Buffer.alloc(0), contentType, form, path: '' });
  return new ImageCall('image-edit', request, type, overrides);
}

/** The fields of a form that was written; files as text, whose bytes are latin1. */
export function formOf({ body, headers }: UpstreamCall): Record<string, string> {
  const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const text = body?.toString('latin1') ?? '';
  expect(headers['content-length'] ?? String(text.length)).toBe(String(text.length));
  const parts = text.split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    parts.map((part) => {
      const [head = '', value = ''] = part.split(/\r\n\r\n([^]*)/);
      return [/name="([^"]*)"/.exec(head)?.[1] ?? '', value.replace(/\r\n$/, '')];
    }),
  );
}
