import { answers, HandledUpstream } from '../../doubles/handled-upstream.js';
import { plainAnswer } from '../../doubles/scripted-answer.js';
import { Gateway } from '../../setup/gateway.js';
import { bodyOf, pathOf, textOf, type ClientName } from '../../setup/relayed-answer.js';

/**
 * A 200 that holds nothing is a failure of the channel: another one is asked; from the last one, the client gets an error in
 * its protocol, and the request costs nothing.
 */
const CLIENTS: readonly ClientName[] = ['chat', 'messages', 'responses', 'google'];
/** Channels of OpenAI (chat and Responses natively), Anthropic and Google; every client meets both ways. */
const TYPES = [1, 14, 24];

const USAGE =
  '"usage":{"prompt_tokens":9,"completion_tokens":5,"total_tokens":14,"input_tokens":9,"output_tokens":5},' +
  '"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":5}';

const STREAMS: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['blank lines', '\n\n\n\n'],
  ['a comment', ': keep-alive\n\n'],
  ['a ping', 'event: ping\ndata: {"type": "ping"}\n\n'],
  ['[DONE]', 'data: [DONE]\n\n'],
  ['a comment and [DONE]', ': OPENROUTER PROCESSING\n\ndata: [DONE]\n\n'],
  ['data without content', 'data:\n\n'],
  ['null', 'data: null\n\n'],
  ['null and [DONE]', 'data: null\n\ndata: [DONE]\n\n'],
  ['an empty object', 'data: {}\n\n'],
  ['an empty object and [DONE]', 'data: {}\n\ndata: [DONE]\n\n'],
  ['an empty list', 'data: []\n\n'],
  ['a text', 'data: "ok"\n\n'],
  ['a number', 'data: 0\n\n'],
  ['usage alone', `data: {"id":"c","choices":[],"candidates":[],${USAGE}}\n\ndata: [DONE]\n\n`],
];
const DOCUMENTS: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['blanks', ' \n '],
  ['null', 'null'],
  ['an empty object', '{}'],
  ['an empty list', '[]'],
  ['a text', '"ok"'],
  ['a number', '0'],
  ['true', 'true'],
  ['no choices', '{"choices":[],"content":[],"output":[],"candidates":[]}'],
  ['nulls', '{"choices":null,"content":null,"output":null,"candidates":null,"usage":null}'],
  ['[DONE]', '[DONE]'],
  ['usage alone', `{"id":"c","choices":[],"candidates":[],${USAGE}}`],
];

interface Case {
  readonly type: number;
  readonly stream: boolean;
  readonly name: string;
  readonly body: string;
  readonly contentType: string | undefined;
}

const CASES: readonly Case[] = TYPES.flatMap((type) => [
  ...STREAMS.map(([name, body]) => ({ type, stream: true, name, body, contentType: 'text/event-stream' })),
  // A client that requested a stream may get a document; how it is read does not depend on the provider.
  ...(type === 1 ? [true, false] : [false]).flatMap((stream) =>
    DOCUMENTS.map(([name, body]) => ({ type, stream, name, body, contentType: 'application/json' })),
  ),
  { type, stream: true, name: 'no content type', body: '', contentType: undefined },
  { type, stream: false, name: 'no content type', body: '', contentType: undefined },
]);

let gateway: Gateway;
let upstream: HandledUpstream;
let key: string;

beforeAll(async () => {
  upstream = await HandledUpstream.start();
  gateway = await Gateway.start();
  key = await gateway.addToken();
  await gateway.option('RetryTimes', '1');
  const sold = CASES.flatMap((_, at) => CLIENTS.flatMap((client) => [alone(at, client), helped(at, client)]));
  const operations = OPERATIONS.flatMap(([path]) =>
    documentsFor(path).map(([name, body]) => ({ model: operationModel(path, name), body })),
  );
  sold.push(...operations.map(({ model }) => model));
  await gateway.sell(Object.fromEntries(sold.map((model) => [model, 1])));
  const base_url = upstream.url;
  upstream.on('good', answers);
  const rescued = CASES.flatMap((_, at) => CLIENTS.map((client) => helped(at, client)));
  await gateway.addChannels([
    ...CASES.map(({ type, body, contentType }, at) => {
      const key = `empty-${at}`;
      upstream.on(key, (response) => {
        response.writeHead(200, contentType === undefined ? {} : { 'content-type': contentType }).end(body);
      });
      const models = CLIENTS.flatMap((client) => [alone(at, client), helped(at, client)]);
      return { type, key, base_url, models: models.join(','), priority: 9 };
    }),
    ...operations.map(({ model, body }) => {
      upstream.on(model, (response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      });
      return { key: model, base_url, models: model };
    }),
    { type: 1, key: 'good', base_url, models: rescued.join(',') },
  ]);
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

const alone = (at: number, client: ClientName) => `alone-${at}-${client}`;
const helped = (at: number, client: ClientName) => `helped-${at}-${client}`;

async function ask(client: ClientName, model: string, stream: boolean) {
  const answer = await gateway.relay(pathOf(client, model, stream), key, bodyOf(client, model, stream));
  return { status: answer.status, text: await answer.text() };
}

/** The error that a client of each protocol can read. */
const ERRORS: Readonly<Record<ClientName, object>> = {
  chat: { error: { message: expect.any(String), type: 'upstream_error' } },
  responses: { error: { message: expect.any(String), type: 'upstream_error' } },
  messages: { type: 'error', error: { type: 'api_error', message: expect.any(String) } },
  google: { error: { code: 502, status: 'UNAVAILABLE' } },
};

describe.each(
  CASES.map(
    (one, at) => [one.type, one.stream ? 'stream' : 'document', one.name, one.contentType, at] as const,
  ),
)('a channel of type %i that sends a 200 for a %s with %s (%s)', (_type, _kind, _name, _contentType, at) => {
  const { stream } = CASES[at]!;

  test('another channel answers the clients of every protocol', async () => {
    const answered = await Promise.all(CLIENTS.map((client) => ask(client, helped(at, client), stream)));
    const expected = { status: 200, text: plainAnswer.text.join('') };
    expect(answered.map(({ status, text }) => ({ status, text: textOf(text) }))).toEqual(
      CLIENTS.map(() => expected),
    );
  });

  test('where there is no other, they get an error of their protocol', async () => {
    const refused = await Promise.all(CLIENTS.map((client) => ask(client, alone(at, client), stream)));
    expect(refused.map(({ status, text }) => ({ status, body: JSON.parse(text) as unknown }))).toMatchObject(
      CLIENTS.map((client) => ({ status: 502, body: ERRORS[client] })),
    );
  });
});

const OPERATIONS: readonly (readonly [string, object])[] = [
  ['/v1/embeddings', { input: 'hello' }],
  ['/v1/moderations', { input: 'hello' }],
  ['/v1/rerank', { query: 'hello', documents: ['a', 'b'] }],
  ['/v1/images/generations', { prompt: 'a cat' }],
  ['/v1/responses/compact', { input: 'hello' }],
  ['/v1/audio/speech', { input: 'hello', voice: 'alloy' }],
];

// Bytes of any form may be audio.
const documentsFor = (path: string) => (path.endsWith('speech') ? DOCUMENTS.slice(0, 1) : DOCUMENTS);
const operationModel = (path: string, name: string) => `operation-${path}-${name}`;

describe.each(OPERATIONS)('%s', (path, fields) => {
  test.each(documentsFor(path))('a 200 with %s is a failure of the channel', async (name) => {
    const answer = await gateway.relay(path, key, { model: operationModel(path, name), ...fields });
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 502,
      body: ERRORS.chat,
    });
  });
});

test('nothing was charged but what another channel answered', async () => {
  const charged = (await gateway.logs()).filter(({ quota }) => quota > 0);
  expect(charged.filter(({ model_name }) => !model_name.startsWith('helped'))).toEqual([]);
  expect(charged).toHaveLength(CASES.length * CLIENTS.length);
});
