import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Gateway } from '../../setup/gateway.js';

/** Answers nobody should give, on the routes that are no conversation. */
const JSON_TYPE = 'application/json';

describe('damaged answers', () => {
  const START = 1_000_000_000;
  const events = (...data: object[]) =>
    data
      .map((one) => `event: ${String((one as { type: string }).type)}\ndata: ${JSON.stringify(one)}\n\n`)
      .join('');
  const usage = {
    input_tokens: 15,
    input_tokens_details: { text_tokens: 10, image_tokens: 5 },
    output_tokens: 400,
  };
  const JSON_BODY = (body: object) => ({ type: JSON_TYPE, body: Buffer.from(JSON.stringify(body)) });
  const STREAM = (text: string) => ({ type: 'text/event-stream', body: Buffer.from(text) });
  /** What is asked, and a sound answer to it. */
  const cases = {
    embeddings: {
      path: '/v1/embeddings',
      body: { model: 'text-embedding-3-small', input: 'a' },
      answer: JSON_BODY({
        data: [{ index: 0, embedding: [0.5, 1] }],
        usage: { prompt_tokens: 3, total_tokens: 3 },
      }),
    },
    'embeddings of Google': {
      path: '/v1/embeddings',
      body: { model: 'text-embedding-004', input: 'a', encoding_format: 'base64' },
      answer: JSON_BODY({ embedding: { values: [0.5, 1] }, usageMetadata: { promptTokenCount: 3 } }),
    },
    'embeddings for Google': {
      path: '/v1beta/models/text-embedding-3-small:embedContent',
      body: { content: { parts: [{ text: 'a' }] } },
      answer: JSON_BODY({
        data: [{ index: 0, embedding: [0.5, 1] }],
        usage: { prompt_tokens: 3, total_tokens: 3 },
      }),
    },
    'images of Imagen': {
      path: '/v1/images/generations',
      body: { model: 'imagen-3.0-generate-002', prompt: 'a' },
      answer: JSON_BODY({ predictions: [{ mimeType: 'image/png', bytesBase64Encoded: 'aGVsbG8=' }] }),
    },
    'a stream of images': {
      path: '/v1/images/generations',
      body: { model: 'gpt-image-1', prompt: 'a', stream: true },
      answer: STREAM(
        events(
          { type: 'image_generation.partial_image', b64_json: 'aGk=' },
          { type: 'image_generation.completed', b64_json: 'aGk=', usage },
        ),
      ),
    },
    'a stream of speech': {
      path: '/v1/audio/speech',
      body: { model: 'gpt-4o-mini-tts', input: 'a', stream_format: 'sse' },
      answer: STREAM(
        events(
          { type: 'speech.audio.delta', audio: 'aGk=' },
          { type: 'speech.audio.done', usage: { input_tokens: 4, output_tokens: 50, total_tokens: 54 } },
        ),
      ),
    },
  };

  let gateway: Gateway;
  let provider: Server;
  let key: string;
  let next: { type: string; body: Buffer };

  beforeAll(async () => {
    provider = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(200, { 'content-type': next.type }).end(next.body));
    }).listen(0, '127.0.0.1');
    await once(provider, 'listening');
    const base_url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    gateway = await Gateway.start();
    await gateway.option('RetryTimes', '0');
    const sold = ['text-embedding-3-small', 'gpt-image-1', 'gpt-4o-mini-tts'];
    const google = ['text-embedding-004', 'imagen-3.0-generate-002'];
    await gateway.addChannel({ type: 1, base_url, models: sold.join(','), auto_ban: 0 });
    await gateway.addChannel({ type: 24, base_url, models: google.join(','), auto_ban: 0 });
    const ratios = [...sold, ...google].map((model) => [model, 1]);
    await gateway.option('ModelRatio', JSON.stringify(Object.fromEntries(ratios)));
    key = await gateway.addToken();
    await gateway.setQuota(START);
  });

  afterAll(async () => {
    await gateway?.close();
    provider?.closeAllConnections();
    provider?.close();
  });

  /** Deterministic: the same damage in every run. */
  function damaged(
    { type, body }: { type: string; body: Buffer },
    round: number,
  ): { type: string; body: Buffer } {
    const frames = body.toString('latin1').split(/(?<=\n\n)/);
    const at = (round * 7919) % body.length;
    switch (round % 5) {
      case 0:
        return { type, body: body.subarray(0, at) };
      case 1:
        return { type, body: Buffer.from(frames.toReversed().join(''), 'latin1') };
      case 2:
        return { type, body: Buffer.concat([body.subarray(0, at), body]) };
      default: {
        const flipped = Buffer.from(body);
        for (const place of [at, (at * 31 + round) % body.length])
          flipped[place] = (flipped[place]! ^ (1 << (round % 8))) & 0xff;
        return { type, body: flipped };
      }
    }
  }

  test.each(Object.entries(cases))(
    'of %s leave the gateway unharmed',
    async (_name, { path, body, answer }) => {
      next = answer;
      const audio = await gateway.relay(path, key, body);
      expect(audio.status).toBe(200);
      await audio.text();
      const statuses = new Set<number>();
      for (let round = 0; round < 60; round++) {
        next = damaged(answer, round);
        const response = await gateway.relay(path, key, body);
        statuses.add(response.status);
        const text = await response.text();
        if (response.status !== 200)
          expect(JSON.parse(text)).toMatchObject({ error: { message: expect.any(String) } });
      }
      // A defect would be reported as 500 "internal error".
      expect([...statuses].filter((status) => ![200, 400, 502, 503].includes(status))).toEqual([]);
      next = answer;
      await gateway.quiet();
      const rows = await gateway.logs();
      const spent = rows.reduce((sum, { quota }) => sum + quota, 0);
      expect(await gateway.quota()).toBe(START - spent);
      const books = await gateway.manage('GET', '/api/books');
      expect(books).toMatchObject({ balanced: true, memory: { openHolds: 0 } });
    },
  );
});
