/** Price of output relative to input, derived from a model's name. */
export interface CompletionRule {
  readonly ratio: number;
  /** True: fixed relation of the provider. False: a guess for names without other information. */
  readonly locked: boolean;
}

type Matches = (name: string) => boolean;

const is =
  (...names: string[]): Matches =>
  (name) =>
    names.includes(name);
const starts =
  (...prefixes: string[]): Matches =>
  (name) =>
    prefixes.some((prefix) => name.startsWith(prefix));
const has =
  (...parts: string[]): Matches =>
  (name) =>
    parts.some((part) => name.includes(part));
const ends =
  (prefix: string, suffix: string): Matches =>
  (name) =>
    name.startsWith(prefix) && name.endsWith(suffix);
/** Models of the GPT-4 families without the `-all` and `-gizmo-*` bundles. */
const plain =
  (prefix: string): Matches =>
  (name) =>
    name.startsWith(prefix) && !name.endsWith('-all') && !name.endsWith('-gizmo-*');

/** Checked in order; the first match wins. */
const RULES: readonly (readonly [Matches, number, 'locked' | 'open'])[] = [
  [is('gpt-4o-2024-05-13'), 3, 'locked'],
  [plain('gpt-4o'), 4, 'locked'],
  [plain('gpt-4.5-preview'), 2, 'locked'],
  [plain('gpt-4-turbo'), 3, 'locked'],
  [is('gpt-4-1106', 'gpt-4-1105'), 3, 'locked'],
  [plain('gpt-4'), 2, 'open'],
  [starts('o1', 'o3'), 4, 'locked'],
  [is('chatgpt-4o-latest'), 3, 'locked'],
  [has('claude-instant-1', 'claude-2'), 3, 'locked'],
  [has('claude-3'), 5, 'locked'],
  [is('gpt-3.5-turbo'), 3, 'locked'],
  [ends('gpt-3.5', '0125'), 3, 'locked'],
  [ends('gpt-3.5', '1106'), 2, 'locked'],
  [starts('gpt-3.5'), 4 / 3, 'locked'],
  [starts('mistral-'), 3, 'locked'],
  [starts('gemini-1.5', 'gemini-2.0'), 4, 'locked'],
  [starts('gemini-2.5-pro-preview'), 8, 'locked'],
  [starts('gemini-'), 4, 'open'],
  [is('command-r'), 3, 'locked'],
  [is('command-r-plus'), 5, 'locked'],
  [is('command-r-08-2024', 'command-r-plus-08-2024'), 4, 'locked'],
  [starts('command'), 4, 'open'],
  [(name) => is('deepseek-chat', 'deepseek-reasoner')(name.toLowerCase()), 4, 'locked'],
  [starts('ERNIE-Speed-', 'ERNIE-Lite-', 'ERNIE-Character', 'ERNIE-Functions'), 2, 'locked'],
  // Only the source text is billed.
  [starts('deepl-'), 0, 'locked'],
  [is('llama2-70b-4096'), 1.25, 'locked'],
  [is('llama3-8b-8192'), 2, 'locked'],
  [is('llama3-70b-8192'), 79 / 59, 'locked'],
];

const UNKNOWN: CompletionRule = { ratio: 1, locked: false };

/** Rule for a normalized name (model-name.ts). */
export function completionRule(name: string): CompletionRule {
  for (const [matches, ratio, kind] of RULES) if (matches(name)) return { ratio, locked: kind === 'locked' };
  return UNKNOWN;
}
