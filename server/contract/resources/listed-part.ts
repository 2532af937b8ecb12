import { z } from 'zod';

/** Parts of a price that no operator set and the public price list has, by the names of the price list's members. */
export const listedPart = z.enum(['model_ratio', 'completion_ratio', 'cache_ratio', 'cache_creation_ratio']);
export type ListedPart = z.infer<typeof listedPart>;
