/** What a chat model of Cohere accepts, derived from its name (https://docs.cohere.com/docs/models). */
export interface ModelRules {
  /** Maximum of `max_tokens`; larger values are rejected. Infinity if unknown. */
  readonly maxOutput: number;
  /** Accepts `thinking`, and thinking blocks in earlier turns. */
  readonly thinks: boolean;
  /** Accepts `tool_choice`: Command R7B and newer models. */
  readonly choosesTools: boolean;
  /** Accepts `documents` to ground the response on. */
  readonly grounds: boolean;
}

const OUTPUT: readonly (readonly [name: RegExp, tokens: number])[] = [
  [/^command-a-reasoning/, 32_000],
  [/^command-a-(?:03-2025|vision|translate)/, 8000],
  [/^command-r/, 4000],
  [/^c4ai-aya/, 4000],
];

export function rulesOf(model: string): ModelRules {
  const isOlder = /^command(?:-light|-nightly|-light-nightly|-r|-r-plus)?(?:-0[348]-2024)?$/.test(model);
  return {
    maxOutput: OUTPUT.find(([name]) => name.test(model))?.[1] ?? Infinity,
    thinks: /^command-a-(?:reasoning|plus)/.test(model),
    choosesTools: !isOlder && !model.startsWith('c4ai-aya'),
    grounds: model.startsWith('command'),
  };
}
