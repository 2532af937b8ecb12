import { anthropicViolations } from './anthropic-rules.js';
import { chatViolations } from './chat-rules.js';
import { converseViolations } from './converse-rules.js';
import { geminiViolations } from './gemini-rules.js';
import { responsesViolations } from './responses-rules.js';

/** Checks that each strict double rejects invalid requests: a double that accepts everything proves nothing. */
const context = { signatures: new Set(['known']) };
const version = { 'anthropic-version': '2023-06-01' };

describe('a strict Anthropic', () => {
  const user = { role: 'user', content: 'q' };
  const system = { role: 'system', content: 'x' };
  const use = { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: {} }] };
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'r' }] };
  const check = (fields: object, headers: object = version) =>
    anthropicViolations(
      { model: 'claude-sonnet-4-5', max_tokens: 2000, messages: [user], ...fields },
      { ...headers },
      context,
    ).join('; ');

  test('takes a good request', () => {
    expect(check({ messages: [user, use, result] })).toBe('');
  });

  test.each<[object, string]>([
    [{ max_tokens: undefined }, 'max_tokens'],
    [{ riddle: 1 }, 'unknown member riddle'],
    [{ context_management: {} }, 'unknown member context_management'],
    [{ messages: [{ role: 'assistant', content: 'a' }] }, 'the first message'],
    [{ messages: [user, system] }, "role 'system' is not supported"],
    [{ model: 'claude-opus-5-5', messages: [user, system, system] }, 'must precede an assistant turn'],
    [
      { model: 'claude-opus-5-5', messages: [user, { ...system, clear_at: 'never' }] },
      'unknown member clear_at',
    ],
    [{ model: 'claude-opus-5-5', messages: [system, user] }, 'must follow a user message'],
    [{ messages: [user, use] }, 'tool_use without tool_result'],
    [{ messages: [user, use, user] }, 'tool_use without tool_result'],
    [{ messages: [user, result] }, 'unexpected tool_use_id'],
    [{ messages: [{ role: 'user', content: [{ type: 'text', text: ' ' }] }] }, 'blank'],
    [{ messages: [{ role: 'user', content: [{ type: 'riddle' }] }] }, 'unknown block'],
    [
      {
        messages: [
          user,
          { role: 'assistant', content: [{ type: 'thinking', thinking: 't', signature: 'x' }] },
        ],
      },
      'invalid signature',
    ],
    [{ thinking: { type: 'enabled', budget_tokens: 1000 } }, 'at least 1024'],
    [{ thinking: { type: 'enabled', budget_tokens: 2000 } }, 'less than max_tokens'],
    [{ thinking: { type: 'adaptive' } }, 'adaptive is not supported'],
    [
      { model: 'claude-opus-4-8', thinking: { type: 'enabled', budget_tokens: 1024 } },
      'enabled is not supported',
    ],
    [{ model: 'claude-opus-4-8', temperature: 0.5 }, 'not supported'],
    [{ output_config: { effort: 'high' } }, 'effort'],
    [
      { thinking: { type: 'enabled', budget_tokens: 1024 }, messages: [user, use, result] },
      'expected thinking, but found tool_use',
    ],
    [{ tools: [{ name: 'a.b', input_schema: { type: 'object' } }] }, 'bad name'],
    [{ tools: [{ name: 'f', input_schema: {} }] }, "must be 'object'"],
  ])('refuses %j', (fields, problem) => {
    expect(check(fields)).toContain(problem);
  });

  test('refuses a request without its version', () => {
    expect(check({}, {})).toContain('anthropic-version');
  });
});

describe('a strict OpenAI, for chats', () => {
  const user = { role: 'user', content: 'q' };
  const call = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
  };
  const answer = { role: 'tool', tool_call_id: 'c', content: 'r' };
  const tool = { type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } };
  const check = (fields: object) =>
    chatViolations({ model: 'gpt-5', messages: [user], ...fields }).join('; ');

  test('takes a good request', () => {
    expect(check({ messages: [user, call, answer], tools: [tool] })).toBe('');
  });

  test.each<[object, string]>([
    [{ thinking: {} }, 'unknown member thinking'],
    [{ messages: [user, call] }, 'without a tool message'],
    [{ messages: [user, call, { role: 'system', content: 'x' }, answer] }, 'without a tool message'],
    [{ messages: [user, answer] }, 'without a preceding call'],
    [{ messages: [{ ...user, reasoning_content: 'x' }] }, 'unknown member reasoning_content'],
    [{ max_tokens: 5 }, 'max_completion_tokens'],
    [{ reasoning_effort: 'xhigh' }, 'xhigh is not supported'],
    [{ model: 'gpt-4o', reasoning_effort: 'low' }, 'not supported by gpt-4o'],
    [{ tool_choice: 'auto' }, 'only with tools'],
    [{ stream_options: { include_usage: true } }, 'only when streaming'],
    [{ response_format: { type: 'json_object' } }, "the word 'json'"],
    [
      { tools: [{ ...tool, function: { ...tool.function, strict: true } }] },
      'additionalProperties must be false',
    ],
    [{ tools: [tool, tool] }, 'unique'],
  ])('refuses %j', (fields, problem) => {
    expect(check(fields)).toContain(problem);
  });
});

describe('a strict OpenAI, for Responses', () => {
  const call = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' };
  const output = { type: 'function_call_output', call_id: 'c', output: 'r' };
  const check = (fields: object) =>
    responsesViolations({ model: 'gpt-5', input: 'q', ...fields }, context).join('; ');

  test('takes a good request', () => {
    const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'known' };
    expect(check({ store: false, input: [reasoning, call, output] })).toBe('');
  });

  test.each<[object, string]>([
    [{ max_output_tokens: 5 }, 'at least 16'],
    [{ include: ['riddle'] }, 'unknown value'],
    [{ input: [call] }, 'no tool output found'],
    [{ input: [output] }, 'no tool call found'],
    [{ store: false, input: [{ type: 'reasoning', id: 'rs_1', summary: [] }] }, 'not persisted'],
    [{ input: [{ type: 'reasoning', summary: [], encrypted_content: 'x' }] }, 'could not be verified'],
    [{ input: [{ role: 'assistant', content: [{ type: 'input_text', text: 'x' }] }] }, 'invalid part'],
    [{ input: [{ ...call, id: 'x' }, output] }, 'begins with fc_'],
    [{ tools: [{ type: 'function', name: 'f', parameters: { type: 'object' } }] }, 'additionalProperties'],
  ])('refuses %j', (fields, problem) => {
    expect(check(fields)).toContain(problem);
  });
});

describe('a strict Gemini', () => {
  const user = { role: 'user', parts: [{ text: 'q' }] };
  const call = { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] };
  const signed = {
    role: 'model',
    parts: [{ functionCall: { name: 'f', args: {} }, thoughtSignature: 'known' }],
  };
  const answer = { role: 'user', parts: [{ functionResponse: { name: 'f', response: {} } }] };
  const declare = (parameters: object) => ({
    tools: [{ functionDeclarations: [{ name: 'f', parameters }] }],
  });
  const think = (thinkingConfig: object) => ({ generationConfig: { thinkingConfig } });
  const check = (fields: object, model = 'gemini-2.5-pro') =>
    geminiViolations({ contents: [user], ...fields }, model, context).join('; ');

  test('takes a good request', () => {
    expect(check({ contents: [user, call, answer] })).toBe('');
    expect(check({ contents: [user, signed, answer] }, 'gemini-3-pro-preview')).toBe('');
  });

  test.each<[object, string]>([
    [{ contents: [{ ...user, role: 'system' }] }, 'valid role'],
    [{ contents: [{ role: 'user', parts: [] }] }, 'at least one parts'],
    [{ contents: [user, call] }, 'without responses'],
    [{ contents: [user, call, user] }, 'must equal'],
    [
      declare({ type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }),
      'unknown member',
    ],
    [declare({ type: 'object', properties: {} }), 'non-empty'],
    [declare({ type: 'object', properties: { a: { type: 'array' } } }), 'items: missing'],
    [declare({ type: 'object', properties: { a: { type: 'integer', enum: [1] } } }), 'enum'],
    [declare({ type: 'object', properties: { a: { type: 'string' } }, required: ['b'] }), 'not defined'],
    [think({ thinkingBudget: 0 }), 'out of range'],
    [think({ thinkingLevel: 'low' }), 'not supported'],
    [think({ thinkingBudget: 200, thinkingLevel: 'low' }), 'cannot be combined'],
  ])('refuses %j', (fields, problem) => {
    expect(check(fields)).toContain(problem);
  });

  test('refuses calls of Gemini 3 without their proof, or with another', () => {
    expect(check({ contents: [user, call, answer] }, 'gemini-3-pro-preview')).toContain(
      'missing a thought_signature',
    );
    const forged = { role: 'model', parts: [{ ...signed.parts[0], thoughtSignature: 'x' }] };
    expect(check({ contents: [user, forged, answer] }, 'gemini-3-pro-preview')).toContain('not valid');
  });
});

describe('a strict Converse', () => {
  const user = { role: 'user', content: [{ text: 'q' }] };
  const use = { role: 'assistant', content: [{ toolUse: { toolUseId: 't', name: 'f', input: {} } }] };
  const result = { role: 'user', content: [{ toolResult: { toolUseId: 't', content: [{ text: 'r' }] } }] };
  const spec = { name: 'f', inputSchema: { json: { type: 'object' } } };
  const toolConfig = { tools: [{ toolSpec: spec }] };
  const content = (...blocks: object[]) => ({ messages: [{ role: 'user', content: blocks }] });
  const check = (fields: object, model = 'amazon.nova-lite-v1:0') =>
    converseViolations({ messages: [user], ...fields }, model).join('; ');

  test('takes a good request', () => {
    expect(check({ messages: [user, use, result], toolConfig, system: [{ text: 's' }] })).toBe('');
    expect(check({ toolConfig: { ...toolConfig, toolChoice: { tool: { name: 'f' } } } })).toBe('');
  });

  test.each<[object, string]>([
    [{ model: 'm' }, 'unknown member model'],
    [{ inferenceConfig: { topK: 1 } }, 'unknown member topK'],
    [{ inferenceConfig: { maxTokens: 0 } }, 'at least 1'],
    [{ inferenceConfig: { temperature: 1.5 } }, 'between 0 and 1'],
    [{ system: [{ text: ' ' }] }, 'blank'],
    [{ messages: [use] }, 'must start with a user message'],
    [{ messages: [user, user] }, 'alternate'],
    [{ messages: [{ role: 'user', content: [] }] }, 'empty'],
    [{ messages: [user, use], toolConfig }, 'tool calls without results'],
    [{ messages: [user, use, user], toolConfig }, 'must be those of the calls'],
    [{ messages: [user, use, result] }, 'must be defined'],
    [content({ text: '' }), 'blank'],
    [content({ riddle: {} }), 'unexpected members'],
    [content({ image: { format: 'svg', source: {} } }, { text: 'q' }), 'unexpected format'],
    [content({ document: { format: 'pdf', name: 'a', source: {} } }), 'requires a text block'],
    [content({ document: { format: 'pdf', name: 'a.pdf', source: {} } }, { text: 'q' }), 'invalid name'],
    [
      content(
        { document: { format: 'pdf', name: 'a', source: {} } },
        { document: { format: 'pdf', name: 'a', source: {} } },
        { text: 'q' },
      ),
      'duplicate document name',
    ],
    [content({ toolUse: { toolUseId: 't', name: 'f', input: {} } }), 'only allowed in assistant messages'],
    [content(...Array.from({ length: 5 }, () => ({ cachePoint: { type: 'default' } }))), 'at most 4'],
    [{ toolConfig: { tools: [] } }, 'must not be empty'],
    [{ toolConfig: { tools: [{ toolSpec: { ...spec, name: 'a.b' } }] } }, 'invalid name'],
    [{ toolConfig: { ...toolConfig, toolChoice: { tool: { name: 'g' } } } }, 'unknown tool'],
  ])('refuses %j', (fields, problem) => {
    expect(check(fields)).toContain(problem);
  });

  test('refuses forced calls of models that cannot be forced', () => {
    const forced = { toolConfig: { ...toolConfig, toolChoice: { any: {} } } };
    expect(check(forced, 'us.meta.llama3-3-70b-instruct-v1:0')).toContain('not supported');
  });
});
