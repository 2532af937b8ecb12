import { inOrder, mark, PDF, PNG, texts, toolsIn, turnsOf, type Client } from './client.js';
import { LETTERS_, WORD, type Conversation, type Part, type Step } from './conversations.js';
import { chatClient, responsesClient } from './openai-clients.js';
import type { Json } from './violations.js';

/** https://platform.claude.com/docs/en/api/messages/create */
export const messagesClient: Client = {
  protocol: 'anthropic-messages',
  limits: {
    name: [`${WORD}-`, `${WORD}-`, 128],
    id: [`${WORD}-`, 200],
    maxUserLength: 256,
    instructs: true,
    beginsAnywhere: false,
  },
  write(conversation, model) {
    const { system, steps, choice, output, settings, thinking, stream, isParallel, user, marksCache } =
      conversation;
    const tools = toolsIn(conversation);
    const thinks = thinking === 'budget' || thinking === 'high';
    const isStrict = settings.topP === 1;
    const forced = choice === 'required' || choice === 'named';
    return {
      path: '/v1/messages',
      body: {
        model,
        max_tokens: thinks ? 20_000 : (settings.maxTokens ?? 4000),
        system: system.map((text) => ({ type: 'text', text, ...(marksCache && mark) })),
        messages: steps.flatMap((step) => claudeMessages(step, conversation)),
        ...(tools.length > 0 && {
          tools: tools.map(({ name, description, schema: input_schema }) => ({
            name,
            description,
            input_schema: isStrict ? closed(input_schema) : input_schema,
            ...(isStrict && { strict: true }),
          })),
          tool_choice:
            choice === undefined || (forced && thinks)
              ? undefined
              : choice === 'named'
                ? { type: 'tool', name: tools[0]?.name }
                : {
                    type: choice === 'required' ? 'any' : choice === 'none' ? 'none' : 'auto',
                    ...(choice !== 'none' && isParallel === false && { disable_parallel_tool_use: true }),
                  },
        }),
        ...(output.type === 'schema' && {
          output_config: { format: { type: 'json_schema', schema: closed(output.schema) } },
        }),
        temperature: thinks ? undefined : settings.temperature,
        stop_sequences: settings.stop,
        thinking: thinks ? { type: 'enabled', budget_tokens: 2000 } : undefined,
        metadata: user === undefined ? undefined : { user_id: user },
        stream,
      },
    };
  },
};

/** Structured output needs closed objects (https://platform.claude.com/docs/en/build-with-claude/structured-outputs). */
function closed(schema: Json): Json {
  const isAny = (value: unknown) => value === true;
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) => {
    if (isAny(value)) return {};
    const object = value as { type?: unknown } | null;
    return typeof object === 'object' && object?.type === 'object'
      ? { ...object, additionalProperties: false }
      : value;
  }) as Json;
}

function claudeMessages(step: Step, { splitsTurns, thinking, marksCache }: Conversation): Json[] {
  if (step.kind === 'instruction') return [{ role: 'system', content: [{ type: 'text', text: step.text }] }];
  const added = (step.kind === 'user' ? step.parts : step.added).map(claudeBlock);
  const last = added.at(-1);
  if (last && marksCache) added[added.length - 1] = { ...last, ...mark };
  if (step.kind === 'user') return turnsOf(added, splitsTurns).map((content) => ({ role: 'user', content }));
  const thought = step.thought ?? (thinking === 'budget' || thinking === 'high' ? 'Hm.' : undefined);
  const blocks = [
    ...(thought === undefined ? [] : [{ type: 'thinking', thinking: thought, signature: 'c2lnbmVk' }]),
    ...(step.text === undefined ? [] : [{ type: 'text', text: step.text }]),
    ...step.calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
  ];
  const results = inOrder(step.calls).map(({ id, result }) => ({
    type: 'tool_result',
    tool_use_id: id,
    ...(result.parts.length > 0 && { content: result.parts.map(claudeBlock) }),
    ...(result.isError && { is_error: true }),
  }));
  // Consecutive messages of the user are combined, so each may hold some of the results.
  const user = splitsTurns
    ? [
        ...results.map((one, index) => (index === 0 ? [one, ...added] : [one])),
        ...(results.length === 0 ? turnsOf(added, true) : []),
      ]
    : turnsOf([...results, ...added], false);
  return [{ role: 'assistant', content: blocks }, ...user.map((content) => ({ role: 'user', content }))];
}

function claudeBlock(part: Part): Json {
  if (part.kind === 'text') return { type: 'text', text: part.text };
  const source = {
    type: 'base64',
    media_type: part.kind === 'image' ? 'image/png' : 'application/pdf',
    data: part.kind === 'image' ? PNG : PDF,
  };
  if (part.kind === 'image')
    return { type: 'image', source: part.url === undefined ? source : { type: 'url', url: part.url } };
  return { type: 'document', source, title: 'a.pdf' };
}

/** https://ai.google.dev/api/generate-content */
export const geminiClient: Client = {
  protocol: 'gemini',
  limits: {
    name: [LETTERS_, `${WORD}-.:`, 64],
    id: [`${WORD}-:.`, 100],
    maxUserLength: 63,
    instructs: false,
    beginsAnywhere: false,
  },
  write(conversation, model) {
    const { system, steps, choice, output, settings, thinking, stream, user } = conversation;
    const tools = toolsIn(conversation);
    const modes = {
      auto: 'AUTO',
      none: 'NONE',
      required: 'ANY',
      named: 'ANY',
      allowed: 'VALIDATED',
    } as const;
    const first = tools[0]?.name ?? '';
    return {
      path: `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
      body: {
        ...(system.length > 0 && { systemInstruction: { parts: system.map((text) => ({ text })) } }),
        contents: steps.flatMap((step) => geminiContents(step, conversation)),
        ...(tools.length > 0 && {
          tools: [
            {
              functionDeclarations: tools.map(
                ({ name, description, schema: parametersJsonSchema }, index) => ({
                  name,
                  description,
                  ...(index !== 1 && { parametersJsonSchema }),
                }),
              ),
            },
          ],
          ...(choice && {
            toolConfig: {
              functionCallingConfig: {
                mode: modes[choice],
                ...((choice === 'named' || choice === 'allowed') && { allowedFunctionNames: [first] }),
              },
            },
          }),
        }),
        generationConfig: {
          maxOutputTokens: settings.maxTokens,
          temperature: settings.temperature,
          topP: settings.topP,
          topK: settings.topP === undefined ? undefined : 40,
          stopSequences: settings.stop,
          ...(output.type !== 'text' && { responseMimeType: 'application/json' }),
          ...(output.type === 'schema' && { responseJsonSchema: output.schema }),
          ...(thinking && {
            thinkingConfig: { thinkingBudget: thinking === 'off' ? 0 : thinking === 'low' ? -1 : 8000 },
          }),
        },
        ...(user !== undefined && { labels: { user: user.toLowerCase() } }),
      },
    };
  },
};

function geminiContents(step: Step, { splitsTurns, marksCache }: Conversation): Json[] {
  if (step.kind === 'instruction') return [];
  const added = (step.kind === 'user' ? step.parts : step.added).map(geminiPart);
  if (step.kind === 'user') return turnsOf(added, splitsTurns).map((parts) => ({ role: 'user', parts }));
  // Without ids, results are matched by name and order.
  const ids = !marksCache;
  const model = [
    ...(step.thought === undefined ? [] : [{ text: step.thought, thought: true }]),
    ...(step.text === undefined ? [] : [{ text: step.text }]),
    ...step.calls.map(({ id, name, input }, index) => ({
      functionCall: { ...(ids && { id }), name, args: input },
      ...(index === 0 && { thoughtSignature: 'c2lnbmVk' }),
    })),
  ];
  const results = (ids ? inOrder(step.calls) : step.calls).map(({ id, name, result }) => {
    const media = result.parts.filter(({ kind }) => kind !== 'text');
    return {
      functionResponse: {
        ...(ids && { id }),
        name,
        response: { [result.isError ? 'error' : 'output']: texts(result.parts) },
        ...(media.length > 0 && { parts: media.map(geminiPart) }),
      },
    };
  });
  const user = splitsTurns
    ? [
        ...results.map((one, index) => (index === 0 ? [one, ...added] : [one])),
        ...(results.length === 0 ? turnsOf(added, true) : []),
      ]
    : turnsOf([...results, ...added], false);
  return [{ role: 'model', parts: model }, ...user.map((parts) => ({ role: 'user', parts }))];
}

function geminiPart(part: Part): Json {
  if (part.kind === 'text') return { text: part.text };
  if (part.kind === 'image')
    return part.url === undefined
      ? { inlineData: { mimeType: 'image/png', data: PNG } }
      : { fileData: { mimeType: 'image/png', fileUri: part.url } };
  return { inlineData: { mimeType: 'application/pdf', data: PDF } };
}

/** Clients of all protocols. */
export const clients: readonly Client[] = [chatClient, responsesClient, messagesClient, geminiClient];
