import { z } from 'zod';

/**
 * `PUT /api/option`: the value may be text, a number, a boolean or a JSON structure; the server checks it against the
 * declaration of the key.
 */
export const saveOptionRequest = z.strictObject(
  {
    key: z.string('option_body_malformed').min(1, 'option_body_malformed').max(200, 'option_body_malformed'),
    value: z.unknown().optional(),
    /** The value that the editor displayed; the change is refused if it is another by now. Not for secrets. */
    value_before: z.string().optional(),
    /** Saves also where models that enabled channels serve lose their price (`models_lose_price`). */
    confirmed: z.boolean('option_body_malformed').optional(),
  },
  { error: (issue) => (issue.code === 'invalid_type' ? 'option_body_malformed' : undefined) },
);
/** `POST /api/option/rest_model_ratio` */
export const resetModelRatioRequest = z.strictObject({ confirmed: z.boolean().optional() });
export type ResetModelRatioRequest = z.infer<typeof resetModelRatioRequest>;

export type SaveOptionRequest = z.infer<typeof saveOptionRequest>;

/** Every value is text. */
const optionResponse = z.strictObject({ key: z.string(), value: z.string() }).meta({ id: 'Option' });

/** Every option except secrets, by key. */
export const optionListResponse = z.array(optionResponse);
export type OptionListResponse = z.infer<typeof optionListResponse>;

/** Members beside `data` of the list of options. */
export type OptionListExtras = z.infer<typeof optionListExtras>;
export const optionListExtras = z.strictObject({
  /** Options that only super administrators may change. */
  root_keys: z.array(z.string()),
  /** Secrets that have a value, which is never listed. */
  stored_secrets: z.array(z.string()),
});
