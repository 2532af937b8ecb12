import { list, numeric, text, type UnknownRecord } from '../json/lenient.js';
import { TaskError } from './task-error.js';
import type { TaskRequest } from './task.js';
import { videoRequest } from './video-request.js';

const FRAMES_PER_SECOND = 24;

/**
 * A request of Kling's `POST /v1/videos/text2video` or `image2video`. Members without a unified name are metadata.
 * @throws TaskError 400
 */
export function klingRequest(body: UnknownRecord, needsImage: boolean): TaskRequest {
  const { model_name, model, prompt, image, image_tail, duration, mode, ...metadata } = body;
  if (needsImage && text(image) === '' && text(image_tail) === '')
    throw new TaskError(400, 'invalid_request', 'image is required');
  const hasBoth = text(image) !== '' && text(image_tail) !== '';
  const fields = {
    model: text(model_name) || text(model),
    prompt,
    ...(needsImage && { image: text(image), images: hasBoth ? [image_tail] : [] }),
    duration,
    mode,
    metadata: { ...metadata, ...(needsImage && !hasBoth && image_tail !== undefined && { image_tail }) },
  };
  return videoRequest(fields, undefined, !needsImage);
}

/**
 * A request of Jimeng's `CVSync2AsyncSubmitTask`, whose model is `req_key`.
 * @throws TaskError 400
 */
export function jimengRequest(body: UnknownRecord): TaskRequest {
  const { req_key, prompt, image_urls, binary_data_base64, frames, ...metadata } = body;
  const images = [...list(image_urls), ...list(binary_data_base64)];
  const seconds = (numeric(frames) - 1) / FRAMES_PER_SECOND;
  const fields = {
    model: text(req_key),
    prompt,
    images,
    ...(frames !== undefined && { duration: seconds }),
    metadata,
  };
  return videoRequest(fields, undefined, images.length === 0);
}
