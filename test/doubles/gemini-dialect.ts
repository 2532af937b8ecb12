import type { Dialect, ScriptedAnswer, ScriptedUsage } from './scripted-answer.js';

const FINISH = { stop: 'STOP', length: 'MAX_TOKENS', tools: 'STOP' } as const;
const STATUS: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

/**
 * Google's generateContent: https://ai.google.dev/api/generate-content. Streams have no end marker: the last frame
 * carries both finishReason and the last part of the content.
 */
export const geminiDialect: Dialect = {
  whole: (answer, model) => ({
    candidates: [
      {
        content: { parts: joined(answer), role: 'model' },
        finishReason: FINISH[answer.finish],
        index: 0,
      },
    ],
    ...(answer.usage && { usageMetadata: { ...usage(answer.usage), ...tier(answer) } }),
    modelVersion: model,
    responseId: 'scripted',
  }),

  frames(answer, model) {
    const pieces = partsOf(answer);
    return pieces.map((part, index) => {
      const isLast = index === pieces.length - 1;
      const usageSoFar = isLast
        ? answer.usage
        : answer.usage && { ...answer.usage, output: index, reasoning: 0 };
      return `data: ${JSON.stringify({
        candidates: [
          {
            content: { parts: [part], role: 'model' },
            ...(isLast && { finishReason: FINISH[answer.finish] }),
            index: 0,
          },
        ],
        ...(usageSoFar && { usageMetadata: { ...usage(usageSoFar), ...tier(answer) } }),
        modelVersion: model,
        responseId: 'scripted',
      })}`;
    });
  },

  error: (code, message) => ({ error: { code, message, status: STATUS[code] ?? 'INTERNAL' } }),

  errorFrame: (message) =>
    `data: ${JSON.stringify({ error: { code: 503, message, status: 'UNAVAILABLE' } })}`,
};

const tier = ({ serviceTier }: ScriptedAnswer) => (serviceTier === undefined ? {} : { serviceTier });

/** The thought signature is sent with the first part that is not a thought. */
function partsOf(answer: ScriptedAnswer): object[] {
  const thoughts = answer.reasoning.map((text) => ({ text, thought: true }));
  const parts = [
    ...answer.text.map((text) => ({ text })),
    ...answer.tools.map(({ id, name, arguments: pieces }) => ({
      functionCall: { id, name, args: JSON.parse(pieces.join('')) as unknown },
    })),
  ];
  const [first = { text: '' }, ...rest] = parts;
  return [
    ...thoughts,
    thoughts.length > 0 ? { ...first, thoughtSignature: answer.signature } : first,
    ...rest,
  ];
}

function joined(answer: ScriptedAnswer): object[] {
  const whole = (pieces: readonly string[]) => (pieces.length > 0 ? [pieces.join('')] : []);
  return partsOf({ ...answer, text: whole(answer.text), reasoning: whole(answer.reasoning) });
}

/** Thought tokens are counted separately from candidate tokens; cached tokens are part of the prompt tokens. */
function usage({
  input,
  cacheRead = 0,
  cacheWrite5m = 0,
  cacheWrite1h = 0,
  output,
  reasoning = 0,
}: ScriptedUsage) {
  const prompt = input + cacheRead + cacheWrite5m + cacheWrite1h;
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: output,
    totalTokenCount: prompt + output + reasoning,
    ...(cacheRead > 0 && { cachedContentTokenCount: cacheRead }),
    ...(reasoning > 0 && { thoughtsTokenCount: reasoning }),
  };
}
