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
  if (data.length === 0) throw workUnusable('no images were made');
  return {
    // What one image costs follows from the estimate of the operation.
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

/** Milliseconds until the first question whether the work is done, and the longest wait between two of them. */
const FIRST_POLL_MS = 1000;
const MAX_POLL_MS = 5000;
/** Each wait is longer than the one before by this factor. */
const POLL_GROWTH = 1.5;

/**
 * A call whose work goes on after its response.
 * @param pending the call that asks for the work, given a response and the call that it answers; undefined when the work is
 *   done. @throws UpstreamError when it has failed
 * @param files addresses of the finished images, if the client wants the images themselves
 * @param waitMs before the next question; each is later than the one before
 */
export function followed(
  call: UpstreamCall,
  target: Target,
  pending: (body: unknown, answered: UpstreamCall) => UpstreamCall | undefined,
  files: ((body: unknown) => readonly string[]) | undefined,
  waitMs = FIRST_POLL_MS,
): UpstreamCall {
  return {
    ...call,
    next(body) {
      const poll = pending(body, call);
      const later = Math.min(waitMs * POLL_GROWTH, MAX_POLL_MS);
      if (poll) return followed({ ...poll, waitMs, workBegun: true }, target, pending, files, later);
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
  if (!/^https?:\/\//i.test(url)) throw workUnusable('the address of an image cannot be used');
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

/**
 * The provider did not show the images, or refused the prompt. Other channels would not accept it either.
 * @param text of the message, if the gateway wrote it
 */
export function contentFiltered(message: string, text?: UpstreamFailure['text']): UpstreamError {
  return new UpstreamError({
    status: 400,
    message,
    ...(text && { text }),
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
    ...(message === '' && { text: 'upstream_work_failed' }),
    kind: 'upstream_error',
    code: 'generation_failed',
    retryable: true,
    disables: false,
    ...more,
  });
}

/** The provider's response to an accepted request cannot be used. @param message of the gateway */
export function workUnusable(message: string): UpstreamError {
  return workFailed(message, { text: 'upstream_work_failed' });
}
