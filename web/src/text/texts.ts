import type { SameKeys } from './same-keys';
import type { zh } from './zh';

/** Every text of the console by key; the Chinese ones say which there are. */
export type Texts = SameKeys<typeof zh>;
