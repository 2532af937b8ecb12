import { CHARGE, criteria } from './clients.js';
import { GatewayProcesses } from './gateway-processes.js';
import { expectHonestBooks } from './verdict.js';

const REQUESTS = 500;
/** Pays for the smallest hold of one request (its prompt and 16 tokens, estimated high), and after its charge not for another one. */
const ENOUGH_FOR_ONE = 4 * CHARGE;
const PLENTY = 1_000_000;

let gateway: GatewayProcesses;

beforeAll(async () => {
  // Two servers on one port: what they share is Redis alone.
  gateway = await GatewayProcesses.open({ WEB_CONCURRENCY: '2' });
  // Slow enough that all have asked before the first is answered.
  gateway.upstream.otherwise = { headersAfterMs: 4000 };
});

afterAll(() => gateway?.close());

async function askAtOnce(key: string) {
  const requests = [criteria.json, criteria.stream, criteria.translated];
  const seen = await Promise.all(
    Array.from({ length: REQUESTS }, (_, i) => gateway.clients.ask(key, requests[i % requests.length]!)),
  );
  return {
    served: seen.filter(({ whole }) => whole).length,
    // Messages have a status of their own for it.
    refused: seen.filter(({ status }) => status === 403 || status === 402),
  };
}

test('of 500 requests at once against a balance for one, one is served', async () => {
  const member = await gateway.member(ENOUGH_FOR_ONE);
  const { served, refused } = await askAtOnce(member.keys[0]!);
  expect(served).toBe(1);
  expect(refused).toHaveLength(REQUESTS - 1);
  const notRefusedSo = refused.filter(
    ({ text }) => !/chat pre-consumed quota failed, user quota: \d+, need quota: \d+/.test(text),
  );
  expect(notRefusedSo).toEqual([]);
  expect(gateway.upstream.requests).toHaveLength(1);
  await expectHonestBooks(gateway);
});

test('a token with an allowance for one serves one, whatever its owner has', async () => {
  gateway.upstream.requests.length = 0;
  const member = await gateway.member(PLENTY, 1, ENOUGH_FOR_ONE);
  const { served, refused } = await askAtOnce(member.keys[0]!);
  expect(served).toBe(1);
  expect(refused).toHaveLength(REQUESTS - 1);
  const notRefusedSo = refused.filter(
    ({ text }) => !/token quota is not enough, token remain quota: \d+, need quota: \d+/.test(text),
  );
  expect(notRefusedSo).toEqual([]);
  expect(gateway.upstream.requests).toHaveLength(1);
  await expectHonestBooks(gateway);
});
