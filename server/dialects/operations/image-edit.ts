import { ApiError } from '../../contract/errors/api-error.js';
import { imageParts, imageValues } from './edited-images.js';
import { formFields } from './form.js';
import { jsonBody, modelOf } from './json-body.js';
import type { Operation } from './operation.js';
import { inputPixels } from './image-pixels.js';
import { imageEstimate, imageParams } from './images.js';

const CODE = 'invalid_image_request';
const DEFAULT_MODEL = 'dall-e-2';
const MAX_IMAGES = 16;
/** Estimated input tokens of one image. */
const INPUT_TOKENS = 765;

/** `POST /v1/images/edits`: a form or JSON; see `imageParts` and `imageValues`. */
export const imageEdit: Operation = {
  name: 'image-edit',
  content: ['data'],
  takesForms: true,
  read({ body, contentType, form }) {
    const fields = form ? formFields(form) : jsonBody(body);
    const images = form ? imageParts(form).length : imageValues(fields).length;
    if (images === 0) throw new ApiError(CODE, { detail: 'image is required' });
    if (images > MAX_IMAGES)
      throw new ApiError(CODE, { detail: `at most ${MAX_IMAGES} images can be edited` });
    const model = modelOf(fields, CODE, DEFAULT_MODEL);
    const criteria = imageParams(fields, model);
    const estimate = imageEstimate(criteria, model);
    return {
      model,
      stream: criteria.stream,
      maxTokens: 0,
      includeUsage: true,
      body,
      contentType,
      form,
      fields,
      estimate: estimate.more?.imageOutput
        ? { ...estimate, more: { ...estimate.more, imageInput: images * INPUT_TOKENS } }
        : estimate,
      image: { size: criteria.size, quality: criteria.quality },
    };
  },
  measure: async (request) => ({ ...request, inputPixels: await inputPixels(request) }),
};
