import { ApiError } from '../../contract/errors/api-error.js';
import { isRecord, text } from '../../dialects/json/lenient.js';
import type { TaskRequest } from '../../dialects/task-apis/task.js';
import type { RemoteMedia } from '../../relay/pipeline/plan/remote-media.js';

const IMAGES = ['image', 'images', 'input_reference'];
const FETCH_TIMEOUT_MS = 60_000;

/**
 * Downloads the images of a request that are addresses and replaces these by `data:` URLs. They share one size limit.
 * @throws ApiError convert_request_failed when a download fails
 */
export async function withFetchedImages(request: TaskRequest, media: RemoteMedia): Promise<TaskRequest> {
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  let bytesLeft = media.limit;
  const fetched = async (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) {
      const all: unknown[] = [];
      // One after another, because all share one limit.
      for (const one of value as unknown[]) all.push(await fetched(one));
      return all;
    }
    const url = isRecord(value) ? text(value.image_url) || text(value.url) : text(value);
    if (!/^https?:\/\//i.test(url)) return value;
    try {
      const { mediaType, bytes } = await media.get(url, bytesLeft, signal);
      bytesLeft -= bytes.length;
      return `data:${mediaType || 'application/octet-stream'};base64,${bytes.toString('base64')}`;
    } catch (cause) {
      // The reason is not sent to the client: it would reveal networks that the client cannot reach.
      throw new ApiError('convert_request_failed', { detail: `failed to download ${url}` }, { cause });
    }
  };
  const fields: Record<string, unknown> = { ...request.fields };
  for (const name of IMAGES) if (fields[name] !== undefined) fields[name] = await fetched(fields[name]);
  return { ...request, fields };
}
