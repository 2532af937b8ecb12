import { MODEL_CREATED_AT, modelObject } from '../channels/models/model-catalog.js';

/** Format of the model list in one protocol. */
export interface ModelFormat {
  list(models: string[]): object;
  entry(model: string): object;
  /** Body of a 404. */
  unknown(model: string): object;
}

const openai: ModelFormat = {
  list: (models) => ({ success: true, object: 'list', data: models.map(openai.entry) }),
  entry: modelObject,
  unknown: (model) => ({
    error: {
      message: missing(model),
      type: 'invalid_request_error',
      param: 'model',
      code: 'model_not_found',
    },
  }),
};

const anthropic: ModelFormat = {
  list(models) {
    const data = models.map(anthropic.entry);
    return { data, has_more: false, first_id: models[0] ?? null, last_id: models.at(-1) ?? null };
  },
  entry: (id) => ({
    type: 'model',
    id,
    display_name: id,
    created_at: new Date(MODEL_CREATED_AT * 1000).toISOString(),
  }),
  unknown: (model) => ({ type: 'error', error: { type: 'not_found_error', message: missing(model) } }),
};

/** https://ai.google.dev/api/models; the whole list is one page. */
const google: ModelFormat = {
  list: (models) => ({ models: models.map(google.entry) }),
  entry: (id) => ({
    name: `models/${id}`,
    displayName: id,
    supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
  }),
  unknown: (model) => ({ error: { code: 404, message: missing(model), status: 'NOT_FOUND' } }),
};

/** Formats by protocol; other protocols have no model list. */
export const modelFormat = {
  'openai-chat': openai,
  'anthropic-messages': anthropic,
  gemini: google,
} as const;

function missing(model: string): string {
  return `The model '${model}' does not exist`;
}
