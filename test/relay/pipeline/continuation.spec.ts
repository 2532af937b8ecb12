import type { ScriptedAnswer } from '../../doubles/scripted-answer.js';
import { ScriptedUpstream, type Script } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';
import { until } from '../../setup/until.js';

const START = 10_000_000;
/** What the whole answer says; the first channel breaks off in its middle. */
const WORDS = ['Once', ' upon', ' a', ' time', ' there', ' was', ' a', ' gate.'];

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start({ STREAMING_TIMEOUT: '1' });
  key = await gateway.addToken();
  await gateway.option('RetryTimes', '2');
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

let models = 0;
let model: string;
/** Two channels of these types, asked in this order. */
async function channels(...types: number[]): Promise<void> {
  model = types[0] === 14 || types[1] === 14 ? `claude-3-7-continued-${++models}` : `continued-${++models}`;
  await gateway.sell({ [model]: 1 });
  await gateway.addChannels(
    types.map((type, index) => ({
      type,
      key: `channel-${index}`,
      base_url: upstream.url,
      models: model,
      priority: 100 - index,
    })),
  );
}

beforeEach(async () => {
  upstream.clear();
  await gateway.setQuota(START);
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

const textAnswer = (
  text: readonly string[],
  more: Partial<ScriptedAnswer> = {},
): Partial<ScriptedAnswer> => ({
  text,
  usage: { input: 12, output: 8 },
  ...more,
});
const cut: Script = { answer: textAnswer(WORDS), frames: 4, ending: 'cut' };

function ask(path: '/v1/chat/completions' | '/v1/messages' = '/v1/chat/completions', extra: object = {}) {
  return gateway.relay(path, key, {
    model,
    stream: true,
    max_tokens: 100,
    messages: [{ role: 'user', content: 'tell me' }],
    ...extra,
  });
}

/** The text of a stream, in any protocol, and its frames. */
function read(stream: string): { text: string; frames: Record<string, unknown>[] } {
  const frames = [...stream.matchAll(/^data: (\{.*\})$/gm)].map(
    ([, json]) => JSON.parse(json!) as Record<string, unknown>,
  );
  const text = frames
    .map((frame) => {
      const chat = frame as { choices?: { delta?: { content?: string } }[] };
      const block = frame as { delta?: { text?: string } };
      const delta = frame.type === 'response.output_text.delta' ? String(frame.delta) : undefined;
      return delta ?? chat.choices?.[0]?.delta?.content ?? block.delta?.text ?? '';
    })
    .join('');
  return { text, frames };
}

async function row() {
  const [only, ...more] = await gateway.logs();
  expect(more).toEqual([]);
  expect(await gateway.quota()).toBe(START - only!.quota);
  expect(await gateway.manage('GET', '/api/books')).toMatchObject({
    balanced: true,
    memory: { openHolds: 0 },
  });
  return only!;
}

describe.each([
  ['passed through', 1],
  ['translated', 14],
] as const)('a stream that is %s and breaks off', (_name, first) => {
  test('is finished by another channel that says the same, and the client sees one whole answer', async () => {
    await channels(first, 1);
    upstream.next(cut, { answer: textAnswer(WORDS) });
    const stream = await (await ask()).text();
    const { text, frames } = read(stream);
    expect(text).toBe(WORDS.join(''));
    expect(stream).toContain('data: [DONE]');
    expect(stream).not.toContain('"error"');
    expect(new Set(frames.map(({ id }) => id)).size).toBe(1);
    expect(frames.filter((frame) => JSON.stringify(frame).includes('"role"'))).toHaveLength(1);
    const { other, ...columns } = await row();
    expect(columns).toMatchObject({ prompt_tokens: 12, completion_tokens: 8 });
    expect(other).toMatchObject({ attempts: 2, usage_source: 'upstream', stream_status: { status: 'ok' } });
  });

  test('ends with an error where the other channel says something else', async () => {
    await channels(first, 1);
    upstream.next(cut, { answer: textAnswer(['In', ' the', ' beginning']) });
    const stream = await (await ask()).text();
    expect(WORDS.join('').startsWith(read(stream).text)).toBe(true);
    expect(stream).toContain('"error"');
    expect(stream).not.toContain('[DONE]');
    expect(stream).not.toContain('beginning');
    const { other } = await row();
    expect(other).toMatchObject({ usage_source: 'estimated', stream_status: { end_reason: 'eof' } });
  });

  test('ends with the first error where the other channel refuses', async () => {
    await channels(first, 1);
    upstream.next(cut, { refuse: { status: 400, message: 'the second error' } });
    const stream = await (await ask()).text();
    expect(stream).toContain('"error"');
    expect(stream).not.toContain('second');
    await row();
  });
});

test('a stream that falls silent is finished by another channel', async () => {
  await channels(1, 1);
  upstream.next({ answer: textAnswer(WORDS), frames: 4, ending: 'stall' }, { answer: textAnswer(WORDS) });
  const stream = await (await ask()).text();
  expect(read(stream).text).toBe(WORDS.join(''));
  expect(stream).toContain('[DONE]');
});

test('a channel of a model that goes on from a beginning is given it', async () => {
  await channels(1, 14);
  upstream.next(cut, { answer: textAnswer([' and', ' the', ' rest'], { usage: { input: 20, output: 3 } }) });
  const stream = await (await ask()).text();
  const seen = read(stream).text;
  expect(seen.endsWith(' and the rest')).toBe(true);
  const begun = seen.slice(0, -' and the rest'.length);
  expect(WORDS.join('').startsWith(begun)).toBe(true);
  const { messages } = upstream.last.json as { messages: { role: string; content: unknown }[] };
  expect(messages.at(-1)!.role).toBe('assistant');
  expect(JSON.stringify(messages.at(-1)!.content)).toContain(begun);
  const { prompt_tokens: input, completion_tokens: output } = await row();
  // What the client received before is output, whoever said it.
  expect(input + output).toBe(23);
  expect(output).toBeGreaterThan(3);
});

test('an Anthropic client gets one message, its block open once and closed once', async () => {
  await channels(14, 1);
  upstream.next({ answer: textAnswer(WORDS), frames: 5, ending: 'cut' }, { answer: textAnswer(WORDS) });
  const stream = await (await ask('/v1/messages')).text();
  const { text, frames } = read(stream);
  expect(text).toBe(WORDS.join(''));
  const types = frames.map(({ type }) => type);
  for (const once of [
    'message_start',
    'content_block_start',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ])
    expect([once, types.filter((type) => type === once).length]).toEqual([once, 1]);
  await row();
});

test.each([
  ['tools', { tools: [{ id: 'a', name: 'look', arguments: ['{"a":', '1}'] }], text: [] }],
  ['thoughts', { reasoning: ['I', ' think', ' so'], text: ['yes', ' it', ' is'] }],
])('an answer with %s is not carried on', async (_name, answer) => {
  await channels(1, 1);
  upstream.next({ answer: textAnswer([], answer), frames: 3, ending: 'cut' }, 'plain');
  const stream = await (await ask()).text();
  expect(stream).toContain('"error"');
  expect(upstream.requests).toHaveLength(1);
  await row();
});

test('what was passed on whole is not asked for again', async () => {
  await channels(1, 1);
  upstream.next({ answer: textAnswer(WORDS), noEnd: true });
  expect(read(await (await ask()).text()).text).toBe(WORDS.join(''));
  expect(upstream.requests).toHaveLength(1);
});

test('without retries an answer that breaks off ends there', async () => {
  await channels(1, 1);
  await gateway.option('RetryTimes', '0');
  await gateway.settledEvents();
  upstream.next(cut, { answer: textAnswer(WORDS) });
  expect(await (await ask()).text()).toContain('"error"');
  expect(upstream.requests).toHaveLength(1);
  await gateway.option('RetryTimes', '2');
  await gateway.settledEvents();
});

test('a client that leaves while its answer is carried on pays for what it received', async () => {
  await channels(1, 1);
  upstream.next(cut, { answer: textAnswer(WORDS), headersAfterMs: 2000 });
  const gone = new AbortController();
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'tell me' }] }),
    signal: gone.signal,
  });
  await response.body!.getReader().read();
  await until(() => upstream.requests.length === 2);
  gone.abort();
  await upstream.last.over;
  await gateway.quiet();
  const { completion_tokens: output, other } = await row();
  expect(output).toBeGreaterThan(0);
  expect(output).toBeLessThan(8);
  expect(other).toMatchObject({ stream_status: { end_reason: 'client_gone' } });
});

describe('a stream of Responses that is passed through and breaks off', () => {
  /** Opening, item and part come before the words. */
  const before = 4;
  const broken = (words: number, more: Partial<ScriptedAnswer> = {}): Script => ({
    answer: textAnswer(WORDS, more),
    frames: before + words,
    ending: 'cut',
  });
  const askResponses = async (extra: object = {}) => {
    const body = { model, stream: true, input: 'tell me', ...extra };
    return (await gateway.relay('/v1/responses', key, body)).text();
  };
  const expectNumbered = (frames: Record<string, unknown>[]) => {
    const numbers = frames.map((frame) => frame.sequence_number);
    expect(numbers).toEqual([...numbers.keys()]);
  };

  test.each([1, 6, 14])(
    'is finished by a channel of type %d: one answer, one item, all in order',
    async (type) => {
      await channels(1, type);
      // A model that takes a beginning says the rest alone.
      const second = type === 14 ? [' time', ' there', ' was', ' a', ' gate.'] : WORDS;
      upstream.next(broken(3), { answer: textAnswer(second) });
      const { text, frames } = read(await askResponses());
      expect(text).toBe(WORDS.join(''));
      expectNumbered(frames);
      const items = new Set(frames.map(({ item_id: id }) => id).filter(Boolean));
      expect([...items]).toEqual(['msg_1']);
      const last = frames.at(-1) as { type: string; response: { id: string; output: unknown[] } };
      expect(last).toMatchObject({ type: 'response.completed', response: { id: 'resp_scripted' } });
      expect(last.response.output).toMatchObject([
        { id: 'msg_1', status: 'completed', content: [{ type: 'output_text', text: WORDS.join('') }] },
      ]);
      for (const once of ['created', 'output_item.added', 'output_text.done', 'output_item.done'])
        expect(frames.filter(({ type: name }) => name === `response.${once}`)).toHaveLength(1);
      expect((await row()).other).toMatchObject({ attempts: 2, stream_status: { status: 'ok' } });
    },
  );

  test('gets the end that it lacks from another channel, when all its text was whole', async () => {
    await channels(1, 1);
    // Text, part and item are closed; only the end of the response is missing.
    upstream.next(broken(WORDS.length + 3), { answer: textAnswer(WORDS) });
    const { text, frames } = read(await askResponses());
    expect(text).toBe(WORDS.join(''));
    expectNumbered(frames);
    expect(frames.at(-1)).toMatchObject({
      type: 'response.completed',
      response: { output: [{ id: 'msg_1', content: [{ text: WORDS.join('') }] }] },
    });
    for (const once of ['output_item.added', 'output_text.done', 'output_item.done'])
      expect(frames.filter(({ type: name }) => name === `response.${once}`)).toHaveLength(1);
    expect(await row()).toMatchObject({ prompt_tokens: 12, completion_tokens: 8 });
  });

  test('fails in order where the other channel says something else', async () => {
    await channels(1, 1);
    upstream.next(broken(3), { answer: textAnswer(['In', ' the', ' beginning', ' was', ' a', ' word']) });
    const { text, frames } = read(await askResponses());
    expect(text).toBe(WORDS.slice(0, 3).join(''));
    expectNumbered(frames);
    expect(frames.at(-1)).toMatchObject({ type: 'response.failed' });
    await row();
  });

  test.each([
    ['when its text was whole', broken(WORDS.length + 1), {}],
    ['when it has thoughts', broken(8, { reasoning: ['Hm.'] }), {}],
    ['when it goes on from what others cannot know', broken(3), { conversation: 'conv_1' }],
  ])('is not carried on %s', async (_when, script, extra) => {
    await channels(1, 1);
    upstream.next(script, { answer: textAnswer(WORDS) });
    const { frames } = read(await askResponses(extra));
    expectNumbered(frames);
    expect(frames.at(-1)).toMatchObject({ type: 'response.failed' });
    expect(upstream.requests).toHaveLength(1);
    await row();
  });
});
