import type { zh } from './zh';
import type { first } from './zh/first';

/** All texts of the console by key; the Chinese texts define the keys. */
export type Texts = SameKeys<typeof zh>;
/** The texts that are loaded on every visit. */
export type FirstTexts = SameKeys<typeof first>;

/** Texts of a part of the keys. */
export type SomeTexts = SomeKeys<typeof zh>;

type SomeKeys<T> = { readonly [K in keyof T]?: T[K] extends string ? string : SomeKeys<T[K]> };
/** Requires exactly the same keys in the other language. */
type SameKeys<T> = { readonly [K in keyof T]: T[K] extends string ? string : SameKeys<T[K]> };
