import { setTimeout as sleep } from 'node:timers/promises';
import { PIXEL_URL } from '../../dialects/image-calls.js';
import { HandledUpstream, openStream } from '../../doubles/handled-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Streams of images have no end marker: every image is delivered and charged once, and the stream ends with its connection. */
const GENERATIONS = '/v1/images/generations';
const EDITS = '/v1/images/edits';
const MODEL = 'image-model';
/** Quota units of one image. */
const PRICE = 50_000;
const START = 100_000_000;
/** As large as those of providers, in base64. */
const PICTURE = 'A'.repeat(150_000);

let gateway: Gateway;
let upstream: HandledUpstream;
let key: string;
/** Events of the next answers; a number is a pause in milliseconds. */
let sent: readonly (object | number)[] = [];
/** A whole answer instead. */
let whole: object | undefined;

beforeAll(async () => {
  upstream = await HandledUpstream.start();
  gateway = await Gateway.start();
  upstream.on('images', async (response) => {
    if (whole)
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole));
    openStream(response);
    for (const event of sent)
      if (typeof event === 'number') await sleep(event);
      else response.write(`event: ${(event as { type: string }).type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  });
  for (const [type, model] of [
    [1, MODEL],
    [45, 'ark-model'],
  ] as const)
    await gateway.addChannel({ type, key: 'images', base_url: upstream.url, models: model });
  await gateway.option('ModelPrice', JSON.stringify({ [MODEL]: 0.1, 'ark-model': 0.1 }));
  await gateway.settledEvents();
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(async () => {
  whole = undefined;
  await gateway.setQuota(START);
});

const partial = { type: 'image_generation.partial_image', partial_image_index: 0, b64_json: PICTURE };
const completed = { type: 'image_generation.completed', b64_json: PICTURE };

async function ask(events: readonly (object | number)[], body: object = {}, path = GENERATIONS) {
  sent = events;
  const answer = await gateway.relay(path, key, {
    model: MODEL,
    prompt: 'a gate',
    stream: true,
    ...body,
  });
  const text = await answer.text();
  const types = [...text.matchAll(/^event: (.+)$/gm)].map(([, type = '']) => type.split('.').at(-1));
  return { status: answer.status, types, text, charged: START - (await gateway.quota()) };
}

const P = partial;
const C = completed;

test.each([
  ['one without partial images', [C], 1],
  ['two at once', [C, C], 2],
  ['three', [C, C, C], 3],
  ['a partial image between two', [C, P, C], 2],
  ['each behind a partial image', [P, C, P, C, P, C], 3],
  ['partial images first', [P, P, C, C], 2],
  ['ten', Array.from({ length: 10 }, () => [P, C]).flat(), 10],
])('every image of a stream is delivered and charged once: %s', async (_name, events, images) => {
  const answer = await ask(events, { n: images });
  expect(answer.types).toEqual(events.map(({ type }) => type.split('.').at(-1)));
  expect(answer.charged).toBe(images * PRICE);
});

test('edits likewise', async () => {
  const [partly, whole] = [P, C].map((event) => ({
    ...event,
    type: event.type.replace('generation', 'edit'),
  })) as [typeof P, typeof C];
  const edited = await ask(
    [partly, whole, partly, whole],
    { n: 2, images: [{ image_url: PIXEL_URL }] },
    EDITS,
  );
  expect(edited.types).toEqual(['partial_image', 'completed', 'partial_image', 'completed']);
  expect(edited.charged).toBe(2 * PRICE);
});

test('also one that comes long after the one before', async () => {
  const answer = await ask([C, 6000, C], { n: 2 });
  expect(answer.types).toEqual(['completed', 'completed']);
  expect(answer.charged).toBe(2 * PRICE);
});

test('a stream that ends before all requested images is charged for those that it has', async () => {
  const answer = await ask([P, C], { n: 4 });
  expect(answer.types).toEqual(['partial_image', 'completed']);
  expect(answer.charged).toBe(PRICE);
});

describe('Ark', () => {
  const succeeded = { type: 'image_generation.partial_succeeded', image_index: 0, b64_json: PICTURE };
  const failed = {
    type: 'image_generation.partial_failed',
    image_index: 1,
    error: { code: 'OutputImageSensitiveContentDetected', message: 'refused' },
  };
  const end = (generated_images: number) => ({
    type: 'image_generation.completed',
    usage: { generated_images, output_tokens: 100, total_tokens: 100 },
  });
  const ark = { model: 'ark-model', n: 4 };

  test.each([1, 4])('a stream of %i images is charged for as many', async (images) => {
    const events = [...Array.from({ length: images }, () => succeeded), end(images)];
    const answer = await ask(events, ark);
    expect(answer.types).toHaveLength(images + 1);
    expect(answer.charged).toBe(images * PRICE);
  });

  test('an image that failed neither costs nor takes the others', async () => {
    const answer = await ask([succeeded, succeeded, failed, succeeded, end(3)], ark);
    expect(answer.types.slice(0, 4)).toEqual([
      'partial_succeeded',
      'partial_succeeded',
      'partial_failed',
      'partial_succeeded',
    ]);
    expect(answer.charged).toBe(3 * PRICE);
  });

  test('if all failed, the request fails and costs nothing', async () => {
    const answer = await ask([failed, end(0)], ark);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.charged).toBe(0);
  });

  test.each(['ark-model', MODEL])('whole answers of %s likewise', async (model) => {
    const error = { error: { code: 'OutputImageSensitiveContentDetected', message: 'refused' } };
    whole = { data: [{ url: 'https://a.example/1' }, { url: 'https://a.example/2' }, error, error] };
    const some = await ask([], { model, n: 4, stream: false });
    expect([some.status, some.charged]).toEqual([200, 2 * PRICE]);
    whole = { data: [{ url: 'https://a.example/1' }], usage: { generated_images: 1, output_tokens: 9 } };
    await gateway.setQuota(START);
    expect((await ask([], { model, n: 4, stream: false })).charged).toBe(PRICE);
    whole = { data: [error], usage: { generated_images: 0 } };
    await gateway.setQuota(START);
    const none = await ask([], { model, n: 4, stream: false });
    expect(none.status).toBeGreaterThanOrEqual(400);
    expect(none.charged).toBe(0);
  });
});
