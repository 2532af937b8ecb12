import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** How likely the tokens of an answer were, between the two protocols that can say it. */
const OPENAI = 'gpt-4o';
const GEMINI = 'gemini-2.0-flash';
const CLAUDE = 'claude-3-7-sonnet-20250219';
let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  await gateway.addChannel({ type: 1, base_url: upstream.url, models: OPENAI });
  await gateway.addChannel({ type: 24, base_url: upstream.url, models: GEMINI });
  await gateway.addChannel({ type: 14, base_url: upstream.url, models: CLAUDE });
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(() => upstream.clear());

const likely = (token: string, logprob: number) => ({ token, logprob, bytes: [...Buffer.from(token)] });
const hi = { ...likely('Hi', -0.1), top_logprobs: [likely('Hi', -0.1), likely('Hé', -2.5)] };
const there = { ...likely(' there', -0.7), top_logprobs: [likely(' there', -0.7), likely('!', -1.5)] };

const chosen = (token: string, tokenId: number | undefined, logProbability: number) => ({
  token,
  ...(tokenId !== undefined && { tokenId }),
  logProbability,
});
const result = (id: boolean, from: 0 | 1 = 0, to: 1 | 2 = 2) => ({
  topCandidates: [
    { candidates: [chosen('Hi', id ? 7 : undefined, -0.1), chosen('Hé', id ? 8 : undefined, -2.5)] },
    { candidates: [chosen(' there', id ? 9 : undefined, -0.7), chosen('!', id ? 1 : undefined, -1.5)] },
  ].slice(from, to),
  chosenCandidates: [
    chosen('Hi', id ? 7 : undefined, -0.1),
    chosen(' there', id ? 9 : undefined, -0.7),
  ].slice(from, to),
});

function answerWith(body: string, stream: boolean): void {
  const headers = { 'content-type': stream ? 'text/event-stream' : 'application/json' };
  upstream.next({ refuse: { status: 200, body, headers } });
}

const events = (list: object[]) => list.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('');
const dataOf = <T>(text: string): T[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)) as T);

describe('an OpenAI client of Gemini', () => {
  const ask = (stream: boolean) =>
    gateway.relay('/v1/chat/completions', key, {
      model: GEMINI,
      stream,
      logprobs: true,
      top_logprobs: 2,
      messages: [{ role: 'user', content: 'hello' }],
    });
  const candidate = (text: string, more: object) => ({
    candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0, ...more }],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2 },
  });

  test('gets the log probability of every token of a whole answer', async () => {
    answerWith(
      JSON.stringify(
        candidate('Hi there', { finishReason: 'STOP', avgLogprobs: -0.4, logprobsResult: result(true) }),
      ),
      false,
    );
    const answer = (await (await ask(false)).json()) as { choices: { logprobs: object }[] };
    expect(upstream.last.json).toMatchObject({ generationConfig: { responseLogprobs: true, logprobs: 2 } });
    expect(answer.choices[0]!.logprobs).toEqual({ content: [hi, there], refusal: null });
  });

  test('gets them together with the text of a stream', async () => {
    answerWith(
      events([
        candidate('Hi', { logprobsResult: result(true, 0, 1) }),
        candidate(' there', { logprobsResult: result(true, 1, 2) }),
        candidate('', { finishReason: 'STOP' }),
      ]),
      true,
    );
    interface Chunk {
      choices: { delta: { content?: string }; logprobs?: { content: object[] } }[];
    }
    const chunks = dataOf<Chunk>(await (await ask(true)).text());
    const sentChoices = chunks.flatMap(({ choices }) => choices).filter(({ delta }) => delta.content);
    expect(sentChoices.map(({ delta, logprobs }) => [delta.content, logprobs])).toEqual([
      ['Hi', { content: [hi], refusal: null }],
      [' there', { content: [there], refusal: null }],
    ]);
  });
});

describe('a Google client of OpenAI', () => {
  const ask = (stream: boolean) =>
    gateway.relay(
      `/v1beta/models/${OPENAI}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
      key,
      {
        contents: [{ role: 'user', parts: [{ text: 'hello' }] }],
        generationConfig: { responseLogprobs: true, logprobs: 2 },
      },
    );
  const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
  interface Content {
    candidates: { content: { parts: { text: string }[] }; avgLogprobs?: number; logprobsResult?: object }[];
  }

  test('gets the log probability of every token of a whole answer', async () => {
    const message = { role: 'assistant', content: 'Hi there' };
    const choice = {
      index: 0,
      message,
      finish_reason: 'stop',
      logprobs: { content: [hi, there], refusal: null },
    };
    answerWith(
      JSON.stringify({ id: 'c', object: 'chat.completion', model: OPENAI, choices: [choice], usage }),
      false,
    );
    const answer = (await (await ask(false)).json()) as Content;
    expect(upstream.last.json).toMatchObject({ logprobs: true, top_logprobs: 2 });
    expect(answer.candidates[0]!.logprobsResult).toEqual(result(false));
    expect(answer.candidates[0]!.avgLogprobs).toBeCloseTo(-0.4, 9);
  });

  test('gets them together with the text of a stream', async () => {
    const chunk = (content: string, tokens: object[]) => ({
      id: 'c',
      object: 'chat.completion.chunk',
      choices: [
        { index: 0, delta: { content }, logprobs: { content: tokens, refusal: null }, finish_reason: null },
      ],
    });
    const end = { id: 'c', choices: [{ index: 0, delta: {}, logprobs: null, finish_reason: 'stop' }] };
    const parts = [chunk('Hi', [hi]), chunk(' there', [there]), end, { id: 'c', choices: [], usage }];
    answerWith(`${events(parts)}data: [DONE]\n\n`, true);
    const sentChoices = dataOf<Content>(await (await ask(true)).text()).map(
      ({ candidates }) => candidates[0]!,
    );
    expect(sentChoices.filter(({ logprobsResult }) => logprobsResult)).toEqual([
      expect.objectContaining({
        content: { parts: [{ text: 'Hi' }], role: 'model' },
        logprobsResult: result(false, 0, 1),
      }),
      expect.objectContaining({
        content: { parts: [{ text: ' there' }], role: 'model' },
        logprobsResult: result(false, 1, 2),
      }),
    ]);
  });
});

test('a stream that becomes a whole answer, and the other way round, keeps them', async () => {
  const { foldEvents, unfoldAnswer } = await import('../../../server/dialects/canonical/fold.js');
  const { readStream } = await import('../../../server/dialects/providers/gemini/stream.js');
  const read = readStream('error');
  const piece = (text: string, more: object) => ({
    name: 'message',
    data: JSON.stringify({ candidates: [{ content: { parts: [{ text }] }, ...more }] }),
  });
  const answer = foldEvents([
    ...read(piece('Hi', { logprobsResult: result(true, 0, 1) })),
    ...read(piece(' there', { logprobsResult: result(true, 1, 2), finishReason: 'STOP' })),
  ]);
  expect(answer.logprobs).toHaveLength(2);
  expect(foldEvents(unfoldAnswer(answer))).toEqual(answer);
});

test.each([null, 7, {}, { content: null }, { content: [] }, { content: [null, 7, {}] }])(
  'logprobs that say %j harm nothing',
  async (logprobs) => {
    const choice = { index: 0, message: { content: 'Hi' }, finish_reason: 'stop', logprobs };
    answerWith(JSON.stringify({ id: 'c', object: 'chat.completion', choices: [choice] }), false);
    const answer = await gateway.relay(`/v1beta/models/${OPENAI}:generateContent`, key, {
      contents: [{ role: 'user', parts: [{ text: 'hello' }] }],
    });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('"text":"Hi"');
  },
);

test('where the provider tells none, there are none', async () => {
  const answer = await gateway.relay('/v1/chat/completions', key, {
    model: CLAUDE,
    logprobs: true,
    messages: [{ role: 'user', content: 'hello' }],
  });
  expect(await answer.json()).toMatchObject({ choices: [{ logprobs: null }] });
});
