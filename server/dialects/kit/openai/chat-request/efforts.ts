import { makersName } from '../../../../contract/model-name.js';

const WORDS: readonly string[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];
const OLD: readonly string[] = ['low', 'medium', 'high'];

/**
 * Supported values of reasoning_effort by model; the first match wins:
 * https://platform.openai.com/docs/api-reference/chat/create#chat-create-reasoning_effort
 */
const EFFORTS: readonly (readonly [name: RegExp, words: readonly string[]])[] = [
  [/^gpt-5-pro/, ['high']],
  [/^gpt-5\.\d+-pro/, ['medium', 'high', 'xhigh']],
  [/^(?:gpt-5(?:\.\d+)?-)?codex-max|^gpt-5\.1-codex-max/, [...OLD, 'xhigh']],
  [/^gpt-5-codex|^codex/, OLD],
  [/^gpt-5\.1/, ['none', ...OLD]],
  [/^gpt-5\.\d/, ['none', ...OLD, 'xhigh']],
  [/^gpt-5/, ['minimal', ...OLD]],
  [/^o\d/, OLD],
];

/** Whether the efforts that the model takes are known. */
export function hasKnownEfforts(model: string): boolean {
  return EFFORTS.some(([name]) => name.test(makersName(model)));
}

/**
 * The effort, or the nearest one that the model supports: below `low` the next stronger one, otherwise the next weaker one,
 * but never `none` unless that is requested. Models of other providers are assumed to support every effort up to `high`.
 * @param accepted the model's efforts where its provider's rules have them, weakest first; not empty
 */
export function fitEffort(effort: string, model: string, accepted?: readonly string[]): string {
  const levels =
    accepted ?? EFFORTS.find(([name]) => name.test(makersName(model)))?.[1] ?? WORDS.slice(0, -2);
  const requested = WORDS.indexOf(effort);
  if (requested === -1) return effort;
  const words = effort === 'none' ? levels : levels.filter((word) => word !== 'none');
  const nearest =
    requested < WORDS.indexOf('low')
      ? words.find((word) => WORDS.indexOf(word) >= requested)
      : words.findLast((word) => WORDS.indexOf(word) <= requested);
  return nearest ?? words[0] ?? effort;
}
