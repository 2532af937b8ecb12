import { jsonBody, modelOf } from './json-body.js';
import type { Operation } from './operation.js';
import { imageEstimate, imageParams } from './images.js';

const DEFAULT_MODEL = 'dall-e';

/** `POST /v1/images/generations`. */
export const imageGeneration: Operation = {
  name: 'image-generation',
  content: ['data'],
  read({ body, contentType }) {
    const fields = jsonBody(body);
    const model = modelOf(fields, 'invalid_image_request', DEFAULT_MODEL);
    const criteria = imageParams(fields, model);
    return {
      model,
      stream: criteria.stream,
      maxTokens: 0,
      includeUsage: true,
      body,
      contentType,
      fields,
      estimate: imageEstimate(criteria, model),
      image: { size: criteria.size, quality: criteria.quality },
    };
  },
};
