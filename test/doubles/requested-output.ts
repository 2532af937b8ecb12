import type { Scenario } from './scenarios.js';

const LIMIT = /"(?:max_tokens|max_completion_tokens|max_output_tokens|maxOutputTokens)":(\d+)/g;
const INPUT = 20;

/** The smallest output limit in a body; undefined without one. */
export function limitIn(body: string): number | undefined {
  const limits = [...body.matchAll(LIMIT)].map(([, tokens]) => Number(tokens));
  return limits.length > 0 ? Math.min(...limits) : undefined;
}

/** Output tokens the model produces without a limit: the number in `produce 4000`. */
function outputIn(body: string): number {
  return Number(/produce (\d+)/.exec(body)?.[1] ?? 10);
}

/**
 * A model that produces the number of tokens the prompt requests and stops at the output limit, as providers document;
 * with `ignoring the limit` in the prompt it exceeds the limit.
 */
export const producing: Scenario = {
  answerTo: (body) => {
    const requested = outputIn(body);
    const limit = body.includes('ignoring the limit') ? Infinity : (limitIn(body) ?? Infinity);
    const output = Math.min(requested, limit);
    return {
      text: ['x '.repeat(Math.min(output, 50))],
      finish: output < requested ? 'length' : 'stop',
      usage: { input: INPUT, output },
    };
  },
};
