import { anthropic } from '../providers/anthropic/index.js';
import type { Target } from '../kit/provider.js';
import { protocols } from './registry.js';
import { bodyOf, targetOf } from '../../../test/dialects/recorded.js';

const user = [{ role: 'user', content: 'q' }];

/** What an Anthropic upstream receives for an OpenAI client's request. */
function toAnthropic(fields: object, overrides: Partial<Target> = {}) {
  const chat = protocols['openai-chat'].parse(
    Buffer.from(JSON.stringify({ model: 'm', messages: user, ...fields })),
    '',
  );
  return bodyOf(anthropic.chat!.request(chat, targetOf({ type: 14, ...overrides })));
}

describe('OpenAI request → Anthropic request', () => {
  const sonnet = 'claude-3-7-sonnet-20250219';

  test('the -thinking suffix', () => {
    const fields = { max_tokens: 1000, top_p: 0.9, temperature: 0.2 };
    expect(toAnthropic(fields, { model: `${sonnet}-thinking` })).toEqual({
      model: sonnet,
      max_tokens: 1280,
      thinking: { type: 'enabled', budget_tokens: 1024 },
      temperature: 1,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }],
    });
  });

  test.each([
    ['low', 10000, 2000],
    ['medium', 10000, 5000],
    ['high', 10000, 8000],
    ['low', undefined, 1638],
  ])('effort %s of %s tokens buys a budget of %d', (reasoning_effort, max_tokens, budget_tokens) => {
    expect(toAnthropic({ reasoning_effort, max_tokens }, { model: sonnet })).toMatchObject({
      max_tokens: max_tokens ?? 8192,
      thinking: { type: 'enabled', budget_tokens },
      temperature: 1,
    });
  });

  test('effort on models that think adaptively; none at all on request', () => {
    const target = { model: 'claude-opus-4-7' };
    expect(toAnthropic({ reasoning_effort: 'xhigh', temperature: 0.5 }, target)).toEqual({
      model: 'claude-opus-4-7',
      max_tokens: 8192,
      thinking: { type: 'adaptive' },
      output_config: { effort: 'xhigh' },
      messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }],
    });
    expect(toAnthropic({ reasoning_effort: 'none' }, target)).not.toHaveProperty('thinking');
  });

  test("a client's own thinking object is passed on as it is", () => {
    const fields = { thinking: { type: 'enabled', budget_tokens: 3000 }, reasoning_effort: 'low' };
    expect(toAnthropic(fields, { model: `${sonnet}-thinking` })).toMatchObject({
      model: sonnet,
      thinking: { type: 'enabled', budget_tokens: 3000 },
    });
  });

  test('tools are not forced while thinking', () => {
    const tools = [{ type: 'function', function: { name: 'f' } }];
    const tool_choice = { type: 'function', function: { name: 'f' } };
    expect(toAnthropic({ tools, tool_choice })).toMatchObject({ tool_choice: { type: 'tool', name: 'f' } });
    expect(toAnthropic({ tools, tool_choice, reasoning_effort: 'low' })).toMatchObject({
      tool_choice: { type: 'auto' },
    });
    expect(toAnthropic({ tools, tool_choice: 'none', parallel_tool_calls: false })).toMatchObject({
      tool_choice: { type: 'none' },
    });
  });

  test.each([
    ['claude-3-5-sonnet-20241022', { temperature: 0.5, top_p: 0.9, top_k: 4 }],
    ['claude-opus-4-1-20250805', { temperature: 0.5, top_k: 4 }],
    ['claude-sonnet-4-20250514', { temperature: 0.5, top_p: 0.9, top_k: 4 }],
    ['claude-opus-4-7', {}],
  ])('%s takes of the sampling fields %j', (model, expected) => {
    const body = toAnthropic({ temperature: 0.5, top_p: 0.9, top_k: 4 }, { model }) as Record<
      string,
      unknown
    >;
    const { temperature, top_p, top_k } = body;
    expect({ temperature, top_p, top_k }).toEqual(expected);
  });

  test('a schema holds the models that can be held to one', () => {
    const schema = { type: 'object' };
    const fields = { response_format: { type: 'json_schema', json_schema: { name: 'n', schema } } };
    expect(toAnthropic(fields, { model: 'claude-sonnet-4-5' })).toMatchObject({
      output_config: { format: { type: 'json_schema', schema } },
    });
    expect(toAnthropic(fields, { model: sonnet })).not.toHaveProperty('output_config');
  });

  test('streams, blank stops and the channel override', () => {
    expect(
      toAnthropic({ stream: true, stop: [' ', 'E'] }, { override: { max_tokens: 1, stream: false } }),
    ).toMatchObject({
      stream: true,
      stop_sequences: ['E'],
      max_tokens: 1,
    });
    expect(toAnthropic({ stop: [''] })).not.toHaveProperty('stop_sequences');
  });
});
