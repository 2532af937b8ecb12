import { unfoldAnswer } from '../../canonical/fold.js';
import { gemini } from './index.js';
import { anthropicMessages } from '../../protocols/anthropic-messages/index.js';
import { openaiChat } from '../../protocols/openai-chat/index.js';
import { safetySettings, target, type Body } from '../../../../test/dialects/gemini-calls.js';
import { bodyOf } from '../../../../test/dialects/recorded.js';
import { gemini as protocol } from '../../protocols/gemini/index.js';

describe('crossings', () => {
  const parse = (of: typeof openaiChat, request: object) =>
    of.parse(Buffer.from(JSON.stringify(request)), '');

  test('an OpenAI conversation with tools', () => {
    const parsed = parse(openaiChat, {
      model: 'gemini-2.5-flash',
      max_completion_tokens: 50,
      reasoning_effort: 'low',
      messages: [
        { role: 'system', content: 'S' },
        { role: 'user', content: [{ type: 'text', text: 'q' }] },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c', content: '21 degrees' },
      ],
    });
    expect(bodyOf(gemini.chat!.request(parsed, target()))).toEqual({
      contents: [
        { role: 'user', parts: [{ text: 'q' }] },
        { role: 'model', parts: [{ functionCall: { id: 'c', name: 'f', args: {} } }] },
        {
          role: 'user',
          parts: [{ functionResponse: { id: 'c', name: 'f', response: { content: '21 degrees' } } }],
        },
      ],
      systemInstruction: { parts: [{ text: 'S' }] },
      generationConfig: {
        maxOutputTokens: 50,
        thinkingConfig: { thinkingBudget: 1024, includeThoughts: true },
      },
      safetySettings,
    });
  });

  test('an OpenAI client gives back the proof of a call where it found it, whole or streamed', () => {
    const tool = { type: 'tool-call' as const, id: 'c', name: 'f', arguments: '{}', signature: 'c2ln' };
    const context = { model: 'm', createdAt: 1, includeUsage: false, inputTokens: 1 };
    const answer = {
      id: 'a',
      model: 'm',
      parts: [tool],
      finish: { reason: 'tool-calls' as const },
      usage: undefined,
    };
    const [choice] = (openaiChat.answer(answer, context) as { choices: { message: object }[] }).choices;
    const renderer = openaiChat.stream(context);
    const streamed = unfoldAnswer(answer)
      .map((event) => renderer.event(event))
      .join('');
    expect(streamed).toContain('"extra_content":{"google":{"thought_signature":"c2ln"}}');
    const messages = [{ role: 'user', content: 'q' }, choice!.message];
    const parsed = parse(openaiChat, { model: 'gemini-3-flash', messages });
    expect(
      (bodyOf(gemini.chat!.request(parsed, target({ model: 'gemini-3-flash' }))) as Body).contents[1],
    ).toEqual({
      role: 'model',
      parts: [{ functionCall: { id: 'c', name: 'f', args: {} }, thoughtSignature: 'c2ln' }],
    });
  });

  test('what is written for Google is read back as the same conversation', () => {
    const chat = parse(anthropicMessages, {
      model: 'gemini-3-pro-preview',
      max_tokens: 50,
      system: 'S',
      tools: [{ name: 'f', input_schema: { type: 'object', properties: { a: { type: 'string' } } } }],
      tool_choice: { type: 'any' },
      stop_sequences: ['X'],
      messages: [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: { a: '1' } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'ok' }] },
      ],
    });
    const sent = gemini.chat!.request(chat, target({ model: 'gemini-3-pro-preview' }));
    const read = protocol.parse(sent.body!, new URL(sent.url).pathname);
    expect(read).toMatchObject({
      model: chat.model,
      system: [{ type: 'text', text: 'S' }],
      tools: [{ name: 'f', parameters: chat.tools[0]!.parameters }],
      toolChoice: { type: 'required' },
      maxTokens: 50,
      stop: ['X'],
    });
    expect(read.turns).toMatchObject([
      { role: 'user', parts: [{ text: 'q' }] },
      { role: 'assistant', parts: [{ type: 'tool-call', id: 'c', name: 'f', arguments: '{"a":"1"}' }] },
      { role: 'user', parts: [{ type: 'tool-result', id: 'c', parts: [{ type: 'text', text: 'ok' }] }] },
    ]);
  });
});
