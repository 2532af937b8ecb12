/** How thinking is enabled on a Claude model (https://platform.claude.com/docs/en/build-with-claude/adaptive-thinking). */
export type ThinkingMode =
  /** Does not think. */
  | 'none'
  /** `enabled` with a budget in tokens. */
  | 'budget'
  /** Both; the documentation recommends `adaptive`. */
  | 'both'
  /** `adaptive` only: budgets are rejected. */
  | 'adaptive'
  /** Unknown model: what the client requested is sent. */
  | 'unknown';

/** Thinking capabilities of one family of models. */
export interface ModelFamily {
  readonly thinks: ThinkingMode;
  /** Whether `{ type: 'disabled' }` is accepted; otherwise the member is left out instead. */
  readonly disables: boolean;
  /** Values of `output_config.effort`, weakest first; empty if the member is rejected. */
  readonly efforts: readonly string[];
}

const NO_EFFORTS: readonly string[] = [];
const THREE: readonly string[] = ['low', 'medium', 'high'];
const WITH_MAX: readonly string[] = [...THREE, 'max'];
const ALL: readonly string[] = [...THREE, 'xhigh', 'max'];

const UNKNOWN: ModelFamily = { thinks: 'unknown', disables: true, efforts: ALL };

/**
 * Families by name; the first match wins. A version is 100 times the major number plus the minor one. Efforts:
 * https://platform.claude.com/docs/en/build-with-claude/effort
 */
const FAMILIES: readonly (readonly [
  test: (name: string, version: number) => boolean,
  family: ModelFamily,
])[] = [
  // These always think.
  [(name) => /claude-(?:mythos|fable)/.test(name), { thinks: 'adaptive', disables: false, efforts: ALL }],
  [(_, version) => version === 0, UNKNOWN],
  [(_, version) => version < 307, { thinks: 'none', disables: false, efforts: NO_EFFORTS }],
  [
    (name, version) => version === 405 && name.includes('opus'),
    { thinks: 'budget', disables: true, efforts: THREE },
  ],
  [(_, version) => version < 406, { thinks: 'budget', disables: true, efforts: NO_EFFORTS }],
  [(_, version) => version === 406, { thinks: 'both', disables: true, efforts: WITH_MAX }],
  // These think only if requested, and some of their providers reject `disabled`.
  [(_, version) => version < 500, { thinks: 'adaptive', disables: false, efforts: ALL }],
  // These think unless it is disabled.
  [() => true, { thinks: 'adaptive', disables: true, efforts: ALL }],
];

/**
 * Length in tokens of the shortest prefix that is cached; the first match wins. A value that is too small costs nothing:
 * shorter prefixes are processed uncached, at the normal price.
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
const LEAST_CACHED: readonly (readonly [
  test: (name: string, version: number) => boolean,
  tokens: number | undefined,
])[] = [
  [(name) => /claude-(?:mythos|fable)/.test(name), 1024],
  [(_, version) => version < 300, undefined],
  [(name, version) => name.includes('haiku') && version >= 405, 4096],
  [(name) => name.includes('haiku'), 2048],
  [(name, version) => name.includes('opus') && (version === 405 || version === 406), 4096],
  [(name, version) => name.includes('opus') && version === 407, 2048],
  [() => true, 1024],
];

/**
 * Length in tokens of the shortest prefix that the model caches; undefined if unknown.
 * @param version as returned by `versionOf`
 */
export function leastCached(name: string, version: number): number | undefined {
  return LEAST_CACHED.find(([test]) => test(name, version))?.[1];
}

/**
 * Maximum output in tokens of versions before 4.6, with the betas that raise it; the first match wins. Newer ones differ by
 * platform: theirs is not assumed. https://platform.claude.com/docs/en/about-claude/models/overview
 */
const MAX_OUTPUT: readonly (readonly [test: (name: string, version: number) => boolean, tokens: number])[] = [
  [(_, version) => version === 0 || version >= 406, Infinity],
  [(_, version) => version < 305, 4096],
  [(_, version) => version < 307, 8192],
  [(_, version) => version === 307, 128_000],
  [(name, version) => name.includes('opus') && version < 405, 32_000],
  [() => true, 64_000],
];

/** @param version as returned by `versionOf` */
export function maxOutput(name: string, version: number): number {
  return MAX_OUTPUT.find(([test]) => test(name, version))?.[1] ?? Infinity;
}

/** The thinking capabilities of a model. @param version as returned by `versionOf` */
export function familyOf(name: string, version: number): ModelFamily {
  return FAMILIES.find(([test]) => test(name, version))?.[1] ?? UNKNOWN;
}
