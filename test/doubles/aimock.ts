import { LLMock } from '@copilotkit/aimock';

/** Phrases in the last user message that select a response of the simulated provider. */
export const ASK_FOR_TOOL = 'weather in Berlin';
export const ASK_FOR_REASONING = 'think about';
export const TOOL_CALL_ID = 'call_weather';

/**
 * A simulated provider that serves the OpenAI and Anthropic APIs: it responds to every message and supports one tool
 * call with its follow-up. `url` is the base URL without path; stop it with `stop()`.
 */
export async function startAimock(): Promise<LLMock> {
  const mock = new LLMock({ host: '127.0.0.1', port: 0, logLevel: 'silent' });
  mock.on({ toolCallId: TOOL_CALL_ID }, { content: 'It is 21 degrees in Berlin.' });
  mock.on(
    { userMessage: ASK_FOR_TOOL, hasToolResult: false },
    { toolCalls: [{ id: TOOL_CALL_ID, name: 'get_weather', arguments: '{"city":"Berlin"}' }] },
  );
  mock.onMessage(ASK_FOR_REASONING, { content: 'It is four.', reasoning: 'Two and two make four.' });
  mock.onMessage(/.*/s, { content: 'Hello from the simulated vendor.' });
  await mock.start();
  return mock;
}
