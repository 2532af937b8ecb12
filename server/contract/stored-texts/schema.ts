import { z } from 'zod';
import type { StoredText } from './stored-text.js';

/** A text as it is read from a row. A newer release may have written its code. */
export const storedTextSchema: z.ZodType<StoredText, StoredText> = z.lazy(() =>
  z.object({
    code: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number(), storedTextSchema])).optional(),
  }),
);
