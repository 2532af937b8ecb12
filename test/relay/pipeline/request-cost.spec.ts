import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { QUOTA_PER_USD } from '../../../server/contract/quota.js';
import {
  answers,
  eventsOf,
  isStream,
  openJson,
  openStream,
  wholeText,
  type HandledRequest,
  type Handler,
} from '../../doubles/handled-upstream.js';
import { HandledChannels } from '../../setup/handled-channels.js';

/** What a request cost, in its response. */

const OPENAI = 1;
const ANTHROPIC = 14;
const OPENROUTER = 20;
const GEMINI = 24;
/** OpenRouter's member, which OpenAI's client does not declare. */
const ASKS = { usage: { include: true } };
const messages = [{ role: 'user' as const, content: 'hello' }];

const app = HandledChannels.forAllTests('cost', { retries: 0 });
let openai: OpenAI;
beforeAll(() => {
  openai = new OpenAI({ baseURL: `${app.gateway.url}/v1`, apiKey: app.key, maxRetries: 0 });
});

/** The cost by the log row of the last request. */
async function loggedCost(): Promise<number> {
  return (await app.gateway.logs()).at(-1)!.quota / QUOTA_PER_USD;
}

/** Refuses the member as OpenAI does. */
const strict: Handler = (response, request) => {
  if (!('usage' in request.json)) return answers(response, request);
  const error = { message: "Unknown parameter: 'usage'.", type: 'invalid_request_error', param: 'usage' };
  response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
};

interface Usage {
  cost?: unknown;
  cost_details?: unknown;
  total_tokens: number;
}

describe.each([
  ['OpenAI', OPENAI, strict],
  ['Anthropic', ANTHROPIC, strict],
  ['Gemini', GEMINI, strict],
] as const)('the OpenAI client on a channel of %s', (_name, type, handler) => {
  beforeAll(() => app.add(type, handler));

  test('chat: the cost that it asks for, whole and in the last usage of a stream', async () => {
    const { model } = app;
    const whole = await openai.chat.completions.create({ model, messages, ...ASKS });
    expect(whole.usage).toMatchObject({ cost: await loggedCost(), total_tokens: 19 });
    expect((whole.usage as Usage).cost).toBeGreaterThan(0);
    let usage: OpenAI.CompletionUsage | null | undefined;
    for await (const chunk of await openai.chat.completions.create({
      model,
      messages,
      stream: true,
      ...ASKS,
    }))
      usage = chunk.usage ?? usage;
    expect(usage).toMatchObject({ cost: await loggedCost(), total_tokens: 19 });
  });

  test('Responses: likewise', async () => {
    const { model } = app;
    const whole = await openai.responses.create({ model, input: 'hello', ...ASKS });
    expect(whole.usage).toMatchObject({ cost: await loggedCost(), total_tokens: 19 });
    const stream = openai.responses.stream({ model, input: 'hello', ...ASKS });
    const { usage } = await stream.finalResponse();
    expect(usage).toMatchObject({ cost: await loggedCost(), total_tokens: 19 });
  });

  test('nothing of it is in responses to requests that do not ask', async () => {
    const { model } = app;
    const options = { stream: true, stream_options: { include_usage: true } } as const;
    for (const more of [{}, { usage: { include: false } }, { usage: 'all' }]) {
      const whole = await openai.chat.completions.create({ model, messages, ...more });
      expect(whole.usage).not.toHaveProperty('cost');
      for await (const { usage } of await openai.chat.completions.create({
        model,
        messages,
        ...options,
        ...more,
      }))
        if (usage) expect(usage).not.toHaveProperty('cost');
    }
  });
});

describe('legacy completions', () => {
  const completion = (request: HandledRequest, choices: object[], usage?: object) =>
    JSON.stringify({ id: 'cmpl-1', object: 'text_completion', created: 1, choices, ...(usage && { usage }) });
  const choice = { text: 'Hi', index: 0, logprobs: null, finish_reason: 'stop' };
  const usage = { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 };
  const serve: Handler = (response, request) => {
    if ('usage' in request.json) return strict(response, request);
    if (!isStream(request)) {
      openJson(response).end(completion(request, [choice], usage));
      return;
    }
    openStream(response);
    response.end(
      `data: ${completion(request, [choice])}\n\ndata: ${completion(request, [], usage)}\n\ndata: [DONE]\n\n`,
    );
  };

  test('have it, whole and in a stream', async () => {
    await app.add(OPENAI, serve);
    const { model } = app;
    const whole = await openai.completions.create({ model, prompt: 'hello', ...ASKS });
    expect(whole.usage).toEqual({ ...usage, cost: await loggedCost() });
    let last: object | null | undefined;
    for await (const piece of await openai.completions.create({
      model,
      prompt: 'hello',
      stream: true,
      ...ASKS,
    }))
      last = piece.usage ?? last;
    expect(last).toEqual({ ...usage, cost: await loggedCost() });
  });
});

describe('an upstream that states costs of its own', () => {
  const OWN = { cost: 0.99, cost_details: { upstream_inference_cost: 0.98 } };
  const sent: unknown[] = [];
  /** As OpenRouter sends them: the usage is in an event with an empty piece of the answer. */
  const openrouter: Handler = (response, request) => {
    sent.push(request.json.usage);
    const withOwn = (json: string) => {
      const body = JSON.parse(json) as { usage?: object; choices: object[] };
      if (!body.usage) return json;
      const choices = body.choices.length > 0 ? body.choices : [{ index: 0, delta: { content: '' } }];
      return JSON.stringify({ ...body, choices, usage: { ...body.usage, ...OWN } });
    };
    if (!isStream(request)) {
      openJson(response).end(withOwn(wholeText(request)));
      return;
    }
    openStream(response);
    response.end(
      `: OPENROUTER PROCESSING\n\n${eventsOf(request)
        .map((event) => event.replace(/\{.*\}/, withOwn))
        .join('')}`,
    );
  };
  beforeEach(async () => {
    sent.length = 0;
    await app.add(OPENROUTER, openrouter);
  });

  test('they never reach the client as those of the gateway', async () => {
    const { model } = app;
    const whole = await openai.chat.completions.create({ model, messages, ...ASKS });
    expect(whole.usage).toMatchObject({ cost: await loggedCost(), total_tokens: 19 });
    expect(whole.usage).not.toHaveProperty('cost_details');
    const usages: unknown[] = [];
    for await (const { usage } of await openai.chat.completions.create({
      model,
      messages,
      stream: true,
      ...ASKS,
    }))
      if (usage) usages.push(usage);
    expect(usages.at(-1)).toMatchObject({ cost: await loggedCost(), total_tokens: 19 });
    expect(JSON.stringify(usages)).not.toContain('0.98');
    expect(usages.slice(0, -1).every((usage) => !('cost' in (usage as Usage)))).toBe(true);
    // It documents the member, so it gets it.
    expect(sent).toEqual([ASKS.usage, ASKS.usage]);
  });

  test('without the question its bytes pass', async () => {
    const { text } = await app.ask('chat', false);
    expect(JSON.parse(text)).toMatchObject({ usage: OWN });
    expect(sent).toEqual([undefined]);
  });
});

test('an upstream without usage: the client gets what it was charged for', async () => {
  const silent: Handler = (response, request) => {
    if (isStream(request)) {
      openStream(response);
      response.end(eventsOf(request, { usage: undefined }).join(''));
    } else openJson(response).end(wholeText(request).replace(/,"usage":\{.*\}\}\}/, '}'));
  };
  await app.add(OPENAI, silent);
  const { model } = app;
  const whole = await openai.chat.completions.create({ model, messages, ...ASKS });
  expect(whole.usage).toMatchObject({
    cost: await loggedCost(),
    completion_tokens: expect.any(Number) as number,
  });
  let usage: OpenAI.CompletionUsage | null | undefined;
  for await (const chunk of await openai.chat.completions.create({ model, messages, stream: true, ...ASKS }))
    usage = chunk.usage ?? usage;
  expect(usage).toMatchObject({ cost: await loggedCost() });
});

test('a channel that passes requests as they are gets the member', async () => {
  const sent: unknown[] = [];
  const { gateway, upstream } = app;
  await app.add(OPENAI, answers);
  const model = `${app.model}-raw`;
  await gateway.sell({ [model]: 1 });
  upstream.on(model, (response, request) => {
    sent.push(request.json.usage);
    return answers(response, request);
  });
  const setting = JSON.stringify({ pass_through_body_enabled: true });
  await gateway.addChannel({ type: OPENAI, key: model, base_url: upstream.url, models: model, setting });
  const { usage } = await openai.chat.completions.create({ model, messages, ...ASKS });
  expect(sent).toEqual([ASKS.usage]);
  expect(usage).toMatchObject({ cost: await loggedCost() });
});

describe('headers of whole responses', () => {
  const stated = (headers: Headers) => [
    headers.get('x-tollgate-cost'),
    headers.get('x-tollgate-channel-type'),
  ];

  test('clients of every protocol read them', async () => {
    await app.add(OPENAI, answers);
    const { model } = app;
    const { gateway, key } = app;
    const chat = await openai.chat.completions.create({ model, messages }).withResponse();
    expect(stated(chat.response.headers)).toEqual([String(await loggedCost()), 'openai']);
    // The id that its errors and responses show is the one of the log.
    expect(chat.request_id).toBe(chat.response.headers.get('x-oneapi-request-id'));
    const anthropic = new Anthropic({ baseURL: gateway.url, apiKey: key, maxRetries: 0 });
    const message = await anthropic.messages.create({ model, max_tokens: 100, messages }).withResponse();
    expect(stated(message.response.headers)).toEqual([String(await loggedCost()), 'openai']);
    const google = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: gateway.url } });
    const { sdkHttpResponse } = await google.models.generateContent({ model, contents: 'hello' });
    expect(stated(new Headers(sdkHttpResponse?.headers))).toEqual([String(await loggedCost()), 'openai']);
  });

  test('a request id of the provider is kept', async () => {
    await app.add(OPENAI, (response, request) => {
      response.setHeader('x-request-id', 'req_of_provider');
      return answers(response, request);
    });
    const { response } = await openai.chat.completions.create({ model: app.model, messages }).withResponse();
    expect(response.headers.get('x-request-id')).toBe('req_of_provider');
    expect(response.headers.get('x-oneapi-request-id')).toMatch(/^\d{23}\w{8}$/);
  });

  test('a request that costs nothing has the cost 0', async () => {
    await app.add(OPENAI, answers);
    const { model } = app;
    await app.gateway.sell({ [model]: 0 });
    const { data, response } = await openai.chat.completions
      .create({ model, messages, ...ASKS })
      .withResponse();
    expect(await loggedCost()).toBe(0);
    expect(stated(response.headers)).toEqual(['0', 'openai']);
    expect(data.usage).toMatchObject({ cost: 0 });
  });

  test('a request that fails has neither', async () => {
    await app.add(OPENAI, (response) => {
      response.writeHead(500).end('{}');
    });
    const failure = openai.chat.completions.create({ model: app.model, messages, ...ASKS });
    const error = await failure.then(
      () => undefined,
      (problem: unknown) => problem as InstanceType<typeof OpenAI.APIError>,
    );
    expect(stated(error!.headers!)).toEqual([null, null]);
    expect(error!.requestID).toBe(error!.headers!.get('x-oneapi-request-id'));
  });

  test('an amount with many decimals is written without an exponent', async () => {
    await app.gateway.option('QuotaPerUnit', '1000000000');
    await app.gateway.settledEvents();
    await app.add(OPENAI, answers);
    const { model } = app;
    const { response } = await openai.chat.completions.create({ model, messages }).withResponse();
    const row = (await app.gateway.logs()).at(-1);
    expect(stated(response.headers)[0]).toBe(`0.0000000${row!.quota}`);
    await app.gateway.option('QuotaPerUnit', String(QUOTA_PER_USD));
    await app.gateway.settledEvents();
  });
});

test('without the option AnswerCostEnabled no response states a cost', async () => {
  await app.add(OPENROUTER, (response, request) => {
    const own = (text: string) => text.replaceAll('"total_tokens":', '"cost":0.99,"total_tokens":');
    if (isStream(request)) {
      openStream(response);
      response.end(own(eventsOf(request).join('')));
    } else openJson(response).end(own(wholeText(request)));
  });
  await app.gateway.option('AnswerCostEnabled', 'false');
  await app.gateway.settledEvents();
  const { model } = app;
  const { data, response } = await openai.chat.completions
    .create({ model, messages, ...ASKS })
    .withResponse();
  expect(data.usage).toMatchObject({ total_tokens: 19 });
  expect(data.usage).not.toHaveProperty('cost');
  expect(response.headers.has('x-tollgate-cost')).toBe(false);
  expect(response.headers.has('x-tollgate-channel-type')).toBe(false);
  let usage: object | null | undefined;
  for await (const chunk of await openai.chat.completions.create({ model, messages, stream: true, ...ASKS }))
    usage = chunk.usage ?? usage;
  expect(usage).toMatchObject({ total_tokens: 19 });
  expect(usage).not.toHaveProperty('cost');
  await app.gateway.option('AnswerCostEnabled', 'true');
  await app.gateway.settledEvents();
});
