import { inOrder, PDF, PNG, texts, toolsIn, turnsOf, type Client } from './client.js';
import {
  strictSchema,
  WORD,
  type ClientLimits,
  type Conversation,
  type Part,
  type Step,
} from './conversations.js';
import type { Json } from './violations.js';

const limits: ClientLimits = {
  name: [`${WORD}-`, `${WORD}-`, 64],
  id: [`${WORD}-:.`, 64],
  maxUserLength: 64,
  instructs: true,
  beginsAnywhere: true,
};

/** https://platform.openai.com/docs/api-reference/chat/create */
export const chatClient: Client = {
  protocol: 'openai-chat',
  limits: { ...limits, id: [`${WORD}-:.`, 40] },
  write(conversation, model) {
    const { system, steps, choice, output, settings, thinking, stream, isParallel, user } = conversation;
    const tools = toolsIn(conversation);
    const named = { type: 'function', function: { name: tools[0]?.name } };
    const json = output.type === 'json' ? ['Answer in JSON.'] : [];
    return {
      path: '/v1/chat/completions',
      body: {
        model,
        messages: [
          ...[...system, ...json].map((content, index) => ({
            role: index % 2 ? 'developer' : 'system',
            content,
          })),
          ...steps.flatMap((step) => chatMessages(step, conversation)),
        ],
        ...(tools.length > 0 && {
          tools: tools.map(({ schema: parameters, ...tool }) => ({
            type: 'function',
            function: { ...tool, parameters },
          })),
          ...(choice && {
            tool_choice:
              choice === 'named'
                ? named
                : choice === 'allowed'
                  ? { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [named] } }
                  : choice,
          }),
          parallel_tool_calls: isParallel,
        }),
        ...(output.type === 'json' && { response_format: { type: 'json_object' } }),
        ...(output.type === 'schema' && {
          response_format: { type: 'json_schema', json_schema: { name: 'out-put_1', schema: output.schema } },
        }),
        max_completion_tokens: settings.maxTokens,
        temperature: settings.temperature,
        top_p: settings.topP,
        stop: settings.stop,
        reasoning_effort: thinking === 'budget' ? 'medium' : thinking === 'off' ? undefined : thinking,
        safety_identifier: user,
        metadata: user === undefined ? undefined : { session: user },
        stream,
      },
    };
  },
};

function chatMessages(step: Step, { splitsTurns, marksCache }: Conversation): Json[] {
  const userTurns = (parts: readonly Part[]): Json[] =>
    turnsOf(parts, splitsTurns).map((turn) => ({ role: 'user', name: 'ann', content: turn.map(chatPart) }));
  if (step.kind === 'user') return userTurns(step.parts);
  if (step.kind === 'instruction') return [{ role: marksCache ? 'system' : 'developer', content: step.text }];
  const calls = step.calls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  return [
    {
      role: 'assistant',
      content: step.text ?? null,
      ...(step.thought !== undefined && { reasoning_content: step.thought }),
      ...(calls.length > 0 && { tool_calls: calls }),
    },
    ...inOrder(step.calls).map(({ id, result }) => ({
      role: 'tool',
      tool_call_id: id,
      content: texts(result.parts),
    })),
    ...userTurns(step.added),
  ];
}

function chatPart(part: Part): Json {
  if (part.kind === 'text') return { type: 'text', text: part.text };
  if (part.kind === 'image')
    return { type: 'image_url', image_url: { url: part.url ?? `data:image/png;base64,${PNG}` } };
  return { type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${PDF}` } };
}

/** https://platform.openai.com/docs/api-reference/responses/create */
export const responsesClient: Client = {
  protocol: 'openai-responses',
  limits,
  write(conversation, model) {
    const { system, steps, choice, output, settings, thinking, stream, isParallel, user } = conversation;
    const tools = toolsIn(conversation);
    const [first, ...others] = tools;
    const named = { type: 'function', name: first?.name };
    return {
      path: '/v1/responses',
      body: {
        model,
        instructions: system[0],
        input: [
          ...system.slice(1).map((content) => ({ role: 'developer', content })),
          ...steps.flatMap((step) => responsesItems(step, conversation)),
        ],
        ...(first && {
          tools: [
            responsesTool(first),
            {
              type: 'namespace',
              name: 'a_namespace_of_tools',
              description: 'd',
              tools: others.map(responsesTool),
            },
            { type: 'custom', name: 'patch', description: 'Free text.' },
          ],
          tool_choice:
            choice === 'named'
              ? named
              : choice === 'allowed'
                ? { type: 'allowed_tools', mode: 'auto', tools: [named] }
                : choice,
          parallel_tool_calls: isParallel,
        }),
        ...(output.type === 'json' && { text: { format: { type: 'json_object' } } }),
        ...(output.type === 'schema' && {
          text: { format: { type: 'json_schema', name: 'out', schema: strictSchema, strict: true } },
        }),
        max_output_tokens: settings.maxTokens === undefined ? undefined : Math.max(16, settings.maxTokens),
        temperature: settings.temperature,
        top_p: settings.topP,
        reasoning:
          thinking === undefined || thinking === 'off'
            ? undefined
            : { effort: thinking === 'budget' ? 'medium' : thinking },
        user,
        stream,
        store: false,
      },
    };
  },
};

function responsesTool({
  name,
  description,
  schema: parameters,
  strict,
}: Conversation['tools'][number]): Json {
  return { type: 'function', name, description, parameters, strict: strict ?? false };
}

function responsesItems(step: Step, { splitsTurns }: Conversation): Json[] {
  const userTurns = (parts: readonly Part[]): Json[] =>
    turnsOf(parts, splitsTurns).map((turn) => ({ role: 'user', content: turn.map(responsesPart) }));
  if (step.kind === 'user') return userTurns(step.parts);
  if (step.kind === 'instruction') return [{ type: 'message', role: 'developer', content: step.text }];
  const calls = step.calls.map(({ id, name, input }) => ({
    type: 'function_call',
    call_id: id,
    name,
    arguments: JSON.stringify(input),
  }));
  const results = inOrder(step.calls).map(({ id, result }) => ({
    type: 'function_call_output',
    call_id: id,
    output: result.parts.every(({ kind }) => kind === 'text')
      ? texts(result.parts)
      : result.parts.map(responsesPart),
  }));
  const added = userTurns(step.added);
  return [
    ...(step.thought === undefined
      ? []
      : [{ type: 'reasoning', summary: [{ type: 'summary_text', text: step.thought }] }]),
    ...(step.text === undefined
      ? []
      : [{ role: 'assistant', content: [{ type: 'output_text', text: step.text }] }]),
    ...calls,
    // Results may follow anywhere behind their calls.
    ...(splitsTurns ? [...added, ...results] : [...results, ...added]),
  ];
}

function responsesPart(part: Part): Json {
  if (part.kind === 'text') return { type: 'input_text', text: part.text };
  if (part.kind === 'image')
    return { type: 'input_image', image_url: part.url ?? `data:image/png;base64,${PNG}`, detail: 'auto' };
  return { type: 'input_file', filename: 'a.pdf', file_data: `data:application/pdf;base64,${PDF}` };
}
