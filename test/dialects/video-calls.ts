import { inMemory } from '../../server/dialects/operations/form.js';
import { FormScanner } from '../../server/dialects/operations/form-scanner.js';
import { formFields } from '../../server/dialects/operations/form.js';
import type { Target, UpstreamCall } from '../../server/dialects/kit/provider.js';
import type { TaskCodec, TaskReport, TaskRequest } from '../../server/dialects/task-apis/task.js';
import { videoRequest } from '../../server/dialects/task-apis/video-request.js';
import { providerForModel } from '../../server/dialects/providers/registry.js';
import { at } from './provider-calls.js';
import { bodyOf } from './recorded.js';

/** A submission of `POST /v1/video/generations` at a provider. */
export class SubmittedVideo {
  readonly codec: TaskCodec;

  constructor(
    readonly request: TaskRequest,
    readonly target: Target,
  ) {
    this.codec = codecOf(target);
  }

  get submission() {
    return this.codec.submit(this.request, this.target);
  }

  get call(): UpstreamCall {
    return this.submission.call;
  }

  get body(): unknown {
    return bodyOf(this.call);
  }

  get ratios() {
    return this.submission.units.ratios;
  }

  /** The call that asks for the task. */
  query(upstreamId: string): UpstreamCall {
    const { action } = this.request;
    return this.codec.query.request([{ upstreamId, action, model: this.target.model }], this.target);
  }

  /** What a response says about the task. */
  report(body: unknown, upstreamId = 'u'): TaskReport | undefined {
    const { action } = this.request;
    return this.codec.query.read(body, [{ upstreamId, action, model: this.target.model }])[0];
  }
}

export function codecOf(target: Target): TaskCodec {
  const codec = providerForModel(target.type, target.model)?.tasks?.video;
  if (!codec) throw new Error(`type ${target.type} makes no videos`);
  return codec;
}

export function video(type: number, fields: object, overrides: Partial<Target> = {}): SubmittedVideo {
  const request = videoRequest({ prompt: 'a gate opens', ...fields });
  return new SubmittedVideo(request, at(type, { model: request.model, ...overrides }));
}

/** As a form; values that are buffers are files. */
export function videoForm(
  type: number,
  fields: readonly (readonly [name: string, value: string | Buffer])[],
  overrides: Partial<Target> = {},
): SubmittedVideo {
  const parts = fields.flatMap(([name, value]) => [
    Buffer.from(
      `--edge\r\ncontent-disposition: form-data; name="${name}"${typeof value === 'string' ? '' : '; filename="a"'}\r\n\r\n`,
    ),
    typeof value === 'string' ? Buffer.from(value) : value,
    Buffer.from('\r\n'),
  ]);
  const bytes = Buffer.concat([...parts, Buffer.from('--edge--\r\n')]);
  const scanner = new FormScanner('multipart/form-data; boundary=edge');
  scanner.push(bytes);
  const form = scanner.end(inMemory(bytes));
  const request = videoRequest(formFields(form), form);
  return new SubmittedVideo(request, at(type, { model: request.model, ...overrides }));
}
