import { z } from 'zod';

/** A model in the format of OpenAI's model list. */
export const modelResponse = z
  .strictObject({
    id: z.string(),
    object: z.literal('model'),
    /** Unix seconds. */
    created: z.int(),
    owned_by: z.string(),
    permission: z.array(z.looseObject({})),
    root: z.string(),
    parent: z.null(),
  })
  .meta({ id: 'Model' });
export type ModelResponse = z.infer<typeof modelResponse>;

export const modelNamesResponse = z.array(z.string());

/** Suggested models of a new channel, by number of the channel type. */
export const modelsByTypeResponse = z.record(z.string(), z.array(z.string()));
