import { z } from 'zod';

/**
 * `PUT /api/option/`: the value may be text, a number, a boolean or a JSON structure; the service checks it against the key.
 */
export const saveOption = z.strictObject(
  {
    key: z.string('option_body_malformed').min(1, 'option_body_malformed').max(200, 'option_body_malformed'),
    value: z.unknown().optional(),
  },
  { error: (issue) => (issue.code === 'invalid_type' ? 'option_body_malformed' : undefined) },
);

export type SaveOption = z.infer<typeof saveOption>;

/** Every value is text. */
export const listedOption = z.strictObject({ key: z.string(), value: z.string() });
export type ListedOption = z.infer<typeof listedOption>;
