import { z } from 'zod';

/** Parts of a price, by the names of the price list's members: where they come from is stated for each. */
export const listedPart = z.enum(['model_ratio', 'completion_ratio', 'cache_ratio', 'cache_creation_ratio']);
export type ListedPart = z.infer<typeof listedPart>;
