import { KeyUseKind, KeyUses } from '../../server/billing/key-uses/key-uses.js';
import { KeyUsesRepository } from '../../server/billing/key-uses/key-uses.repository.js';
import type { TokenResponse } from '../../server/contract/resources/token.js';
import { TestGateway } from '../setup/test-gateway.js';
import { until } from '../setup/until.js';

/** Lists tell when and from where each token was used last. */
const app = TestGateway.forAllTests();
const MINUTE = 60_000;

beforeAll(async () => {
  await app.freshModel();
  await app.addChannel('upstream');
});

async function made(name: string, fields: object = {}): Promise<{ key: string; id: number }> {
  const key = await app.gateway.addToken({ name, ...fields });
  return { key, id: (await read(name)).id };
}

async function read(name: string): Promise<TokenResponse> {
  const [token] = await app.gateway.manage<TokenResponse[]>('GET', `/api/token/search?keyword=${name}`);
  return token!;
}

/** Calls the gateway with a key as a client of this name. */
async function call(key: string, agent: string, path = '/v1/models'): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'user-agent': agent };
  const response = await fetch(app.gateway.url + path, { headers });
  await response.text();
  return response.status;
}

const flush = () => app.gateway.app.get(KeyUses).flush();

test('a token that was not used has no last use', async () => {
  await made('unused');
  expect(await read('unused')).toMatchObject({ last_use: null, refused_use: null });
});

test('a use has its time, address and user agent, a few seconds later', async () => {
  const { key } = await made('used');
  const before = Math.floor(Date.now() / 1000);
  await call(key, 'my-client/1.2');
  await until(async () => (await read('used')).last_use !== null);
  const { last_use: use } = await read('used');
  expect(use).toMatchObject({ address: '127.0.0.1', user_agent: 'my-client/1.2' });
  expect(use!.at).toBeGreaterThanOrEqual(before);
});

test('a conversation is a use as well, also on the direct route', async () => {
  const { key } = await made('talks');
  await (await app.ask('hello', {}, key)).text();
  await (await app.ask('hello', {}, key)).text();
  await flush();
  expect((await read('talks')).last_use).toMatchObject({ address: '127.0.0.1' });
});

test('reads of the balance and the log are uses', async () => {
  const { key } = await made('balance');
  expect(await call(key, 'billing', '/v1/dashboard/billing/subscription')).toBe(200);
  await flush();
  expect((await read('balance')).last_use).toMatchObject({ user_agent: 'billing' });
});

test('a use that is refused although the key is right is kept with its reason, beside the last one that was accepted', async () => {
  const { key, id } = await made('refused');
  await call(key, 'first');
  await app.gateway.manage('PUT', '/api/token/', { id, allow_ips: '9.9.9.9' });
  await until(async () => (await call(key, 'second')) === 403);
  await flush();
  expect(await read('refused')).toMatchObject({
    last_use: { user_agent: 'first' },
    refused_use: { user_agent: 'second', address: '127.0.0.1', code: 'ip_forbidden' },
  });
});

test('administrators see it with the tokens of all users', async () => {
  await made('everybody');
  const page = await app.gateway.manage<{ items: object[] }>('GET', '/api/user-tokens?keyword=used');
  expect(page.items).toContainEqual(
    expect.objectContaining({
      name: 'used',
      last_use: expect.objectContaining({ user_agent: 'my-client/1.2' }),
    }),
  );
});

describe('the writes', () => {
  function counted() {
    const written: (readonly { tokenId: number; userAgent: string }[])[] = [];
    let fails = false;
    const write: KeyUsesRepository['write'] = async (uses) => {
      if (fails) throw new Error('connect ECONNREFUSED');
      written.push(uses);
    };
    const uses = new KeyUses(
      Object.assign(Object.create(KeyUsesRepository.prototype) as KeyUsesRepository, { write }),
    );
    const note = (at: number, tokenId = 1, kind: 1 | 2 | 3 = KeyUseKind.current) =>
      uses.note(tokenId, kind, { at, clientIp: () => '10.0.0.1', userAgent: `at ${at}` });
    return { uses, written, note, fail: (state: boolean) => (fails = state) };
  }

  test('are one per token and minute, all tokens together', async () => {
    const { uses, written, note } = counted();
    for (const at of [0, 1, MINUTE - 1]) note(at);
    note(5, 2);
    note(6, 1, KeyUseKind.refused);
    await uses.flush();
    expect(written).toEqual([
      [
        expect.objectContaining({ tokenId: 1, userAgent: 'at 0' }),
        expect.objectContaining({ tokenId: 2 }),
        expect.objectContaining({ tokenId: 1, kind: KeyUseKind.refused }),
      ],
    ]);
    note(MINUTE - 1);
    await uses.flush();
    expect(written).toHaveLength(1);
    note(MINUTE);
    await uses.flush();
    expect(written).toHaveLength(2);
  });

  test('that fail are made up by the next use', async () => {
    const { uses, written, note, fail } = counted();
    fail(true);
    note(0);
    await uses.flush();
    fail(false);
    note(1);
    await uses.flush();
    expect(written).toEqual([[expect.objectContaining({ userAgent: 'at 1' })]]);
  });

  test('do not replace a later use of another server', async () => {
    const repository = app.gateway.app.get(KeyUsesRepository);
    const use = (usedAt: number, userAgent: string) => ({
      tokenId: 987_654,
      kind: KeyUseKind.current,
      usedAt,
      address: '',
      userAgent,
      refusal: '',
    });
    await repository.write([use(100, 'later')]);
    await repository.write([use(99, 'earlier')]);
    expect(await repository.ofTokens([987_654])).toMatchObject([{ usedAt: 100, userAgent: 'later' }]);
  });
});
