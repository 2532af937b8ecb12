/** How a Claude model is asked to think (https://platform.claude.com/docs/en/build-with-claude/adaptive-thinking). */
export type ThinkingWay =
  /** Does not think. */
  | 'none'
  /** `enabled` with a budget of tokens. */
  | 'budget'
  /** Both; `adaptive` is what the documentation recommends. */
  | 'both'
  /** `adaptive` alone: budgets are refused. */
  | 'adaptive'
  /** Nothing is known of the model: what was asked for is sent. */
  | 'unknown';

/** What one family of models takes. */
export interface ModelFamily {
  readonly thinks: ThinkingWay;
  /** Is `{ type: 'disabled' }` accepted? Elsewhere a request without the member asks for as little. */
  readonly disables: boolean;
  /** Words of `output_config.effort`, weakest first; empty where the member is refused. */
  readonly efforts: readonly string[];
}

const NO_EFFORTS: readonly string[] = [];
const THREE: readonly string[] = ['low', 'medium', 'high'];
const WITH_MAX: readonly string[] = [...THREE, 'max'];
const ALL: readonly string[] = [...THREE, 'xhigh', 'max'];

const UNKNOWN: ModelFamily = { thinks: 'unknown', disables: true, efforts: ALL };

/**
 * Families by name, first match wins; versions are a hundred times the major number and the minor one. Efforts by
 * https://platform.claude.com/docs/en/build-with-claude/effort.
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
  // They think only when asked, and some providers of them refuse `disabled`.
  [(_, version) => version < 500, { thinks: 'adaptive', disables: false, efforts: ALL }],
  // They think unless told not to.
  [() => true, { thinks: 'adaptive', disables: true, efforts: ALL }],
];

/**
 * Tokens of the shortest prefix that is cached, first match wins. Too small a number costs nothing: shorter prefixes are
 * served uncached, at the plain price. https://platform.claude.com/docs/en/build-with-claude/prompt-caching
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
 * Tokens of the shortest prefix that the model caches; undefined where nothing is known of its caching.
 * @param version as `versionOf` says it
 */
export function leastCached(name: string, version: number): number | undefined {
  return LEAST_CACHED.find(([test]) => test(name, version))?.[1];
}

/** @param version as `versionOf` says it */
export function familyOf(name: string, version: number): ModelFamily {
  return FAMILIES.find(([test]) => test(name, version))?.[1] ?? UNKNOWN;
}
