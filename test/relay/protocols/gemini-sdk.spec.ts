import type { LLMock } from '@copilotkit/aimock';
import {
  ApiError,
  FunctionCallingConfigMode,
  GoogleGenAI,
  type Content,
  type FunctionDeclaration,
  type Part,
} from '@google/genai';
import { ASK_FOR_REASONING, ASK_FOR_TOOL, startAimock } from '../../doubles/aimock.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Google's official client through channels of every dialect. */
const MODELS = [['gpt-4o'], ['claude-3-7-sonnet-20250219'], ['gemini-2.5-flash']];

let gateway: Gateway;
let mock: LLMock;
let upstream: ScriptedUpstream;
let key: string;
let google: GoogleGenAI;

beforeAll(async () => {
  mock = await startAimock();
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  await gateway.addChannel({ type: 1, base_url: mock.url, models: 'gpt-4o' });
  await gateway.addChannel({ type: 14, base_url: mock.url, models: 'claude-3-7-sonnet-20250219' });
  await gateway.addChannel({ type: 24, base_url: mock.url, models: 'gemini-2.5-flash' });
  await gateway.addChannel({ type: 24, base_url: upstream.url, models: 'gemini-2.5-pro' });
  await gateway.addChannel({ type: 1, base_url: upstream.url, models: 'gpt-4o-mini' });
  await gateway.addChannel({ type: 14, base_url: upstream.url, models: 'claude-3-5-haiku-20241022' });
  key = await gateway.addToken();
  google = client(key);
});

afterAll(async () => {
  await gateway?.close();
  await mock?.stop();
  await upstream?.close();
});

const client = (apiKey: string) => new GoogleGenAI({ apiKey, httpOptions: { baseUrl: gateway.url } });
const thoughtOf = (parts: Part[] | undefined) => parts?.find(({ thought }) => thought)?.text;

const getWeather: FunctionDeclaration = {
  name: 'get_weather',
  description: 'Weather',
  parametersJsonSchema: { type: 'object', properties: { city: { type: 'string' } } },
};
const tools = [{ functionDeclarations: [getWeather] }];

describe.each(MODELS)('Google’s client on a channel for %s', (model) => {
  test('gets an answer with usage', async () => {
    const answer = await google.models.generateContent({
      model,
      contents: 'hello',
      config: { systemInstruction: 'be kind', maxOutputTokens: 100, temperature: 0.5 },
    });
    expect(answer.text).toBe('Hello from the simulated vendor.');
    expect(answer.candidates![0]!.finishReason).toBe('STOP');
    const { promptTokenCount, candidatesTokenCount, totalTokenCount } = answer.usageMetadata!;
    expect(totalTokenCount).toBe(promptTokenCount! + candidatesTokenCount!);
  });

  test('streams text with usage', async () => {
    let text = '';
    let usage: object | undefined;
    let finish: string | undefined;
    for await (const chunk of await google.models.generateContentStream({ model, contents: 'hello' })) {
      text += chunk.text ?? '';
      usage = chunk.usageMetadata ?? usage;
      finish = chunk.candidates?.[0]?.finishReason ?? finish;
    }
    expect(text).toBe('Hello from the simulated vendor.');
    // The simulated provider tells zeros here; what is charged is looked at below.
    expect(usage).toMatchObject({ totalTokenCount: expect.any(Number) });
    expect(finish).toBe('STOP');
  });

  test.each([false, true])('calls a tool and goes on with its result (streamed: %s)', async (streamed) => {
    const contents: Content[] = [{ role: 'user', parts: [{ text: `What is the ${ASK_FOR_TOOL}?` }] }];
    const config = { tools, toolConfig: { functionCallingConfig: { mode: FunctionCallingConfigMode.AUTO } } };
    const received: Content[] = [];
    if (streamed) {
      for await (const chunk of await google.models.generateContentStream({ model, contents, config }))
        received.push(chunk.candidates![0]!.content!);
    } else {
      const answer = await google.models.generateContent({ model, contents, config });
      received.push(answer.candidates![0]!.content!);
    }
    const call = received
      .flatMap(({ parts }) => parts ?? [])
      .find((part) => part.functionCall)!.functionCall!;
    expect(call).toMatchObject({ name: 'get_weather', args: { city: 'Berlin' } });
    const response = { id: call.id, name: call.name, response: { output: '21 degrees' } };
    contents.push(...received, { role: 'user', parts: [{ functionResponse: response }] });
    const second = await google.models.generateContent({ model, contents, config: { tools } });
    expect(second.text).toBe('It is 21 degrees in Berlin.');
  });

  test('holds a conversation, with its own record of it', async () => {
    const chat = google.chats.create({ model });
    let text = '';
    for await (const chunk of await chat.sendMessageStream({ message: 'hello' })) text += chunk.text ?? '';
    expect(text).toBe('Hello from the simulated vendor.');
    expect((await chat.sendMessage({ message: 'hello again' })).text).toBe(
      'Hello from the simulated vendor.',
    );
    expect(chat.getHistory(true).length).toBeGreaterThanOrEqual(4);
  });

  test('gets thoughts beside the answer', async () => {
    const answer = await google.models.generateContent({
      model,
      contents: `${ASK_FOR_REASONING} two and two`,
      config: { thinkingConfig: { includeThoughts: true } },
    });
    expect(answer.text).toBe('It is four.');
    expect(thoughtOf(answer.candidates![0]!.content!.parts)).toBe('Two and two make four.');
  });

  test('counts tokens for nothing', async () => {
    const before = (await gateway.logs()).length;
    const { totalTokens } = await google.models.countTokens({ model, contents: 'hello' });
    expect(totalTokens).toBeGreaterThan(0);
    expect(await gateway.logs()).toHaveLength(before);
  });
});

describe('what an upstream gets', () => {
  const image = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } };
  const contents = [{ role: 'user', parts: [{ text: 'what is this?' }, image] }];

  test('an image, on a channel that speaks OpenAI', async () => {
    await google.models.generateContent({ model: 'gpt-4o-mini', contents });
    expect(upstream.last.json!.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'what is this?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        ],
      },
    ]);
  });

  test('an image, on a channel that speaks Anthropic', async () => {
    await google.models.generateContent({ model: 'claude-3-5-haiku-20241022', contents });
    expect(upstream.last.json!.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'what is this?' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
        ],
      },
    ]);
  });

  test('an image, on a channel of Google, as it came', async () => {
    await google.models.generateContent({ model: 'gemini-2.5-pro', contents });
    expect(upstream.last.json!.contents).toEqual(contents);
  });

  test('a schema for the answer', async () => {
    await google.models.generateContent({
      model: 'gpt-4o-mini',
      contents: 'hello',
      config: {
        responseMimeType: 'application/json',
        responseJsonSchema: { type: 'object', properties: { a: { type: 'string' } } },
      },
    });
    expect(upstream.last.json!.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { schema: { type: 'object', properties: { a: { type: 'string' } } } },
    });
  });
});

describe('errors are the client’s own', () => {
  const failing = async (act: () => Promise<unknown>): Promise<ApiError> => {
    try {
      await act();
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError);
      return error as ApiError;
    }
    throw new Error('nothing failed');
  };

  test('a wrong key', async () => {
    const error = await failing(() =>
      client('sk-wrong').models.generateContent({ model: 'gpt-4o', contents: 'hello' }),
    );
    expect(error.status).toBe(401);
    expect(error.message).toContain('UNAUTHENTICATED');
  });

  test('a stream that breaks', async () => {
    upstream.next('cut-mid-stream');
    let text = '';
    const error = await failing(async () => {
      const stream = await google.models.generateContentStream({ model: 'gpt-4o-mini', contents: 'hello' });
      for await (const chunk of stream) text += chunk.text ?? '';
    });
    expect(text).not.toBe('');
    expect(error.message).toContain('UNAVAILABLE');
  });
});

test('it finds its models', async () => {
  const names: (string | undefined)[] = [];
  for await (const { name } of await google.models.list()) names.push(name);
  expect(names).toContain('models/gpt-4o');
  expect((await google.models.get({ model: 'gpt-4o' })).name).toBe('models/gpt-4o');
});

test('every charge has output, and the books balance', async () => {
  const rows = await gateway.logs();
  expect(rows.length).toBeGreaterThan(10);
  for (const { completion_tokens } of rows) expect(completion_tokens).toBeGreaterThan(0);
  expect(await gateway.manage('GET', '/api/books')).toMatchObject({ balanced: true });
});
