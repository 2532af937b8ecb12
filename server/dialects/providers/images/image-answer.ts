import { UpstreamError, type UpstreamFailure } from '../../canonical/failure.js';
import { noUsage } from '../../canonical/usage.js';
import { list, record, text } from '../../json/lenient.js';
import type { OperationAnswer, Target, UpstreamCall } from '../provider.js';

/** An image of OpenAI's response. */
export type MadeImage = ({ readonly url: string } | { readonly b64_json: string }) & {
  readonly revised_prompt?: string;
};

/** OpenAI's response. @throws UpstreamError if there is no image */
export function imageAnswer(data: readonly MadeImage[]): OperationAnswer {
  if (data.length === 0) throw workFailed('no images were made');
  return {
    // Unlike those of DALL·E, the prices do not depend on the size.
    usage: { ...noUsage(), more: { calls: data.length, images: data.length } },
    body: { created: Math.floor(Date.now() / 1000), data },
  };
}

/** Images at addresses, without empty ones; embedded images (`data:`) are extracted if the client wants base64. */
export function imagesAt(values: readonly unknown[], base64: boolean | undefined): MadeImage[] {
  return values.flatMap((value): MadeImage[] => {
    const url = text(value);
    const inline = base64 ? embedded(url) : undefined;
    if (inline !== undefined) return [{ b64_json: inline }];
    return url === '' ? [] : [{ url }];
  });
}

/**
 * A call whose work goes on after its response.
 * @param pending the call that asks for the work, given a response and the call that it answers; undefined when the work is
 *   done. @throws UpstreamError when it has failed
 * @param files addresses of the finished images, if the client wants the images themselves
 */
export function followed(
  call: UpstreamCall,
  target: Target,
  pending: (body: unknown, answered: UpstreamCall) => UpstreamCall | undefined,
  files: ((body: unknown) => readonly string[]) | undefined,
): UpstreamCall {
  return {
    ...call,
    next(body) {
      const poll = pending(body, call);
      if (poll) return followed({ ...poll, workBegun: true }, target, pending, files);
      return files && downloads(imagesAt(files(body), true), target);
    },
  };
}

/** The images that `followed` downloaded; undefined if the response is the provider's. */
export function downloaded(body: unknown): MadeImage[] | undefined {
  const data = list(record(body).data).map((image) => text(record(image).b64_json));
  return data.length === 0 || data.includes('') ? undefined : data.map((b64_json) => ({ b64_json }));
}

/** Fetches the images one after another; the last response contains all of them. Undefined if none must be fetched. */
function downloads(images: readonly MadeImage[], target: Target): UpstreamCall | undefined {
  const at = images.findIndex((image) => 'url' in image);
  const image = images[at];
  if (!image || !('url' in image)) return undefined;
  const { url } = image;
  if (!/^https?:\/\//i.test(url)) throw workFailed('the address of an image cannot be used');
  return {
    method: 'GET',
    url,
    headers: { accept: 'image/*' },
    waitMs: 0,
    workBegun: true,
    download: {
      publicOnly: !url.startsWith(`${new URL(target.baseUrl).origin}/`),
      read: (file) => ({ data: images.with(at, { b64_json: file.toString('base64') }) }),
    },
    next: (body) => downloads(list(record(body).data) as readonly MadeImage[], target),
  };
}

function embedded(url: string): string | undefined {
  return /^data:image\/[^,]*;base64,(.*)$/s.exec(url)?.[1];
}

/** The provider did not show the images, or refused the prompt. Other channels would not accept it either. */
export function contentFiltered(message: string): UpstreamError {
  return new UpstreamError({
    status: 400,
    message,
    kind: 'invalid_request_error',
    code: 'content_policy_violation',
    retryable: false,
    disables: false,
  });
}

/** The provider accepted the request and could not fulfil it. */
export function workFailed(message: string, more: Partial<UpstreamFailure> = {}): UpstreamError {
  return new UpstreamError({
    status: 502,
    message: message || 'the images could not be made',
    kind: 'upstream_error',
    code: 'generation_failed',
    retryable: true,
    disables: false,
    ...more,
  });
}
