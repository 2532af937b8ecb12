import type { SameKeys } from './same-keys';
import type { zh } from './zh';
import type { first } from './zh/first';

/** Every text of the console by key; the Chinese ones say which there are. */
export type Texts = SameKeys<typeof zh>;
/** The part that every visit loads. */
export type FirstTexts = SameKeys<typeof first>;
