import { RealtimeClient } from '../../doubles/realtime-client.js';
import { RealtimeUpstream } from '../../doubles/realtime-upstream.js';
import { Gateway } from '../../setup/gateway.js';

const MODEL = 'gpt-4o-realtime-preview';
let gateway: Gateway;
let upstream: RealtimeUpstream;
let key: string;

beforeAll(async () => {
  upstream = await RealtimeUpstream.start();
  gateway = await Gateway.start();
  await gateway.addChannel({ base_url: upstream.url, models: MODEL });
  key = await gateway.addToken();
  await gateway.option('SensitiveWords', 'forbidden\n禁词');
  await gateway.settledEvents();
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(async () => {
  upstream.clear();
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

async function open(): Promise<RealtimeClient> {
  const client = await RealtimeClient.withHeader(gateway.url, key, MODEL).opened();
  await client.event('session.created');
  return client;
}

const item = (value: object) => ({ type: 'conversation.item.create', item: value });
const message = (...content: object[]) => item({ type: 'message', role: 'user', content });

test.each([
  ['a message', message({ type: 'input_text', text: 'something FORBIDDEN' })],
  [
    'a message in two parts',
    message({ type: 'input_text', text: 'for' }, { type: 'input_text', text: 'bidden' }),
  ],
  ['what sound says', message({ type: 'input_audio', transcript: '有禁词' })],
  ['what a tool gave', item({ type: 'function_call_output', call_id: 'c', output: 'forbidden' })],
  ['instructions of a response', { type: 'response.create', response: { instructions: 'forbidden' } }],
  [
    'a message of a response',
    { type: 'response.create', response: { input: [{ type: 'message', content: [{ text: 'forbidden' }] }] } },
  ],
  ['instructions of the session', { type: 'session.update', session: { instructions: 'forbidden' } }],
  [
    'variables of a kept prompt',
    {
      type: 'session.update',
      session: { prompt: { id: 'p', variables: { a: { type: 'input_text', text: 'forbidden' } } } },
    },
  ],
  [
    'the transcriber’s prompt',
    { type: 'session.update', session: { audio: { input: { transcription: { prompt: 'forbidden' } } } } },
  ],
  [
    'the transcriber’s prompt of the beta',
    { type: 'transcription_session.update', session: { input_audio_transcription: { prompt: 'forbidden' } } },
  ],
])('a sensitive word in %s is refused, and the session goes on', async (_name, event) => {
  const client = await open();
  client.send({ event_id: 'mine', ...event });
  const refused = await client.event('error');
  expect(refused).toMatchObject({
    event_id: expect.stringMatching(/^evt_/) as string,
    error: { code: 'sensitive_words_detected', event_id: 'mine' },
  });
  expect(JSON.stringify(refused)).not.toMatch(/forbidden|禁词/i);
  expect(upstream.last.messages).toEqual([]);
  await client.turn();
  expect(upstream.last.messages).toEqual(['{"type":"response.create"}']);
  await client.close();
  expect(await gateway.logs()).toHaveLength(1);
});

test('words in names, schemas, sound and the provider’s own events pass', async () => {
  const client = await open();
  const events = [
    { type: 'session.update', session: { tools: [{ type: 'function', name: 'forbidden', parameters: {} }] } },
    { type: 'input_audio_buffer.append', audio: 'forbidden' },
    item({
      id: 'forbidden',
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: 'hello' }],
    }),
  ];
  for (const event of events) client.send(event);
  upstream.otherwise = { texts: ['forbidden'], usage: { input_tokens: 1, output_tokens: 1 } };
  await client.turn();
  expect(upstream.last.messages).toHaveLength(4);
  expect(client.events.map(({ type }) => type)).not.toContain('error');
  await client.close();
});

test.each(['CheckSensitiveEnabled', 'CheckSensitiveOnPromptEnabled'])(
  'without %s they pass, in an open session from the next event on',
  async (switched) => {
    const client = await open();
    await gateway.option(switched, 'false');
    await gateway.settledEvents();
    client.send(message({ type: 'input_text', text: 'forbidden' }));
    await client.turn();
    expect(upstream.last.messages).toHaveLength(2);
    await gateway.option(switched, 'true');
    await gateway.settledEvents();
    client.send(message({ type: 'input_text', text: 'forbidden' }));
    await client.event('error');
    await client.close();
  },
);
