import type { Dialect, ScriptedAnswer } from './scripted-answer.js';

const FINISH = { stop: 'stop', length: 'stop', tools: 'tool_calls' } as const;

/** Tencent Hunyuan's ChatCompletions: https://cloud.tencent.com/document/api/1729/105701. Errors have status 200. */
export const tencentDialect: Dialect = {
  whole: (answer) => ({
    Response: {
      RequestId: 'scripted',
      Id: 'scripted',
      Created: 1_700_000_000,
      Choices: [
        {
          Index: 0,
          FinishReason: FINISH[answer.finish],
          Message: {
            Role: 'assistant',
            Content: answer.text.join(''),
            ...(answer.reasoning.length > 0 && { ReasoningContent: answer.reasoning.join('') }),
            ...(answer.tools.length > 0 && { ToolCalls: calls(answer) }),
          },
        },
      ],
      ...usage(answer),
    },
  }),

  frames(answer) {
    const chunk = (delta: object, finish = '') =>
      `data: ${JSON.stringify({
        Id: 'scripted',
        Created: 1_700_000_000,
        Choices: [{ Index: 0, Delta: delta, FinishReason: finish }],
        ...usage(answer),
      })}`;
    return [
      chunk({ Role: 'assistant', Content: '' }),
      ...answer.reasoning.map((text) => chunk({ ReasoningContent: text })),
      ...answer.text.map((text) => chunk({ Content: text })),
      ...(answer.tools.length > 0 ? [chunk({ ToolCalls: calls(answer) })] : []),
      chunk({ Content: '' }, FINISH[answer.finish]),
      'data: [DONE]',
    ];
  },

  error: (status, message) => ({
    Response: {
      Error: { Code: status === 401 ? 'AuthFailure.SignatureFailure' : 'InternalError', Message: message },
    },
  }),

  errorFrame: (message) =>
    `data: ${JSON.stringify({ Id: 'scripted', Choices: [], ErrorMsg: { Msg: message, Code: 4001 } })}`,
};

function calls({ tools }: ScriptedAnswer): object[] {
  return tools.map(({ id, name, arguments: pieces }, index) => ({
    Index: index,
    Id: id,
    Type: 'function',
    Function: { Name: name, Arguments: pieces.join('') },
  }));
}

/** Usage has no classes: cached input and reasoning are part of the totals. */
function usage({ usage: used }: ScriptedAnswer): object {
  if (!used) return {};
  const { input, cacheRead = 0, output, reasoning = 0 } = used;
  const [PromptTokens, CompletionTokens] = [input + cacheRead, output + reasoning];
  return { Usage: { PromptTokens, CompletionTokens, TotalTokens: PromptTokens + CompletionTokens } };
}
