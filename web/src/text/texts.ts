import type { SameKeys } from './same-keys';
import type { zh } from './zh';
import type { first } from './zh/first';

/** All texts of the console by key; the Chinese texts define the keys. */
export type Texts = SameKeys<typeof zh>;
/** The texts that are loaded on every visit. */
export type FirstTexts = SameKeys<typeof first>;
