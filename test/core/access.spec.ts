import { Controller, Get, Module, Post } from '@nestjs/common';
import request from 'supertest';
import { AppModule } from '../../server/app.module.js';
import { createApp } from '../../server/app.js';
import { Vault } from '../../server/core/crypto.js';
import { Account, type SignedIn } from '../../server/core/http/access/account.js';
import { Requires } from '../../server/core/http/access/requires.js';
import { Accounts } from '../../server/users/accounts.js';
import { Management } from '../setup/management.js';

@Controller('api/probe')
class ProbeController {
  @Get('public')
  @Requires('public')
  open(@Account() account: SignedIn | undefined): string {
    return account?.username ?? 'nobody';
  }

  @Get('optional')
  @Requires('optional')
  optional(@Account() account: SignedIn | undefined): string {
    return account?.username ?? 'nobody';
  }

  @Get('user')
  @Requires('user')
  user(@Account() account: SignedIn): object {
    return account;
  }

  @Post('admin')
  @Requires('admin')
  admin(): null {
    return null;
  }

  @Get('root')
  @Requires('root')
  root(): null {
    return null;
  }

  @Get('session')
  @Requires('session')
  session(@Account() account: SignedIn): string {
    return account.username;
  }

  @Get('writing')
  @Requires('session', { writes: true })
  writing(@Account() account: SignedIn): string {
    return account.username;
  }
}

@Controller('api/careless')
class CarelessController {
  @Post()
  @Requires('session')
  change(): null {
    return null;
  }
}

@Module({ imports: [AppModule], controllers: [CarelessController] })
class CarelessModule {}

@Module({ imports: [AppModule], controllers: [ProbeController] })
class ProbeModule {}

@Controller('api/forgotten')
class ForgottenController {
  @Get()
  list(): null {
    return null;
  }
}

@Module({ imports: [AppModule], controllers: [ForgottenController] })
class ForgottenModule {}

let gateway: Management;
let rootToken: string;
let aliceToken: string;
let aliceCookie: string;

async function call(path: string, headers: Record<string, string> = {}, method: 'get' | 'post' = 'get') {
  const answer = await request(gateway.app.getHttpServer())[method](`/api/probe/${path}`).set(headers);
  return { status: answer.status, ...answer.body };
}

async function cookieOf(username: string, password: string): Promise<string> {
  const answer = await request(gateway.app.getHttpServer())
    .post('/api/user/login')
    .send({ username, password });
  return answer.get('set-cookie')?.[0]?.split(';')[0] ?? '';
}

/** Changes the row as any service would, which tells every process. */
async function changeUser(id: number, change: string): Promise<void> {
  await gateway.sql(`UPDATE users SET ${change} WHERE id = ${id}`);
  await gateway.app.get(Accounts).changed(id);
}

const refused = (status: number, message: string) => ({
  status,
  success: false,
  message,
  data: null,
  code: expect.any(String),
});
const allowed = (data: unknown) => ({ status: 200, success: true, message: '', data });

beforeAll(async () => {
  gateway = await Management.start({ module: ProbeModule });
  const root = await gateway.root();
  rootToken = (await root.get<string>('/api/user/token')).data;
  const alice = await gateway.user('alice');
  aliceToken = (await alice.get<string>('/api/user/token')).data;
  aliceCookie = await cookieOf('alice', 'password 1');
});
afterAll(() => gateway.close());

test('1: neither session nor access token', async () => {
  expect(await call('user')).toEqual(refused(401, '无权进行此操作，未登录且未提供 access token'));
  expect(await call('user', { cookie: 'session=unknown' })).toEqual(
    refused(401, '无权进行此操作，未登录且未提供 access token'),
  );
});

test('2: an access token of nobody', async () => {
  expect(await call('user', { authorization: 'Bearer nobody' })).toEqual(
    refused(200, '无权进行此操作，access token 无效'),
  );
  expect(await call('user', { authorization: 'Bearer ' })).toEqual(
    refused(200, '无权进行此操作，access token 无效'),
  );
});

test('3: an access token of an account that makes no sense', async () => {
  const token = 'an imported token of a strange account';
  await gateway.sql(`INSERT INTO users (username, role, access_token_hash) VALUES ('strange', 7, $1)`, [
    gateway.app.get(Vault).lookupHash(token),
  ]);
  expect(await call('user', { authorization: token })).toEqual(refused(200, '无权进行此操作，用户信息无效'));
});

test('4 to 6: the header that names the user is missing, malformed, or names another', async () => {
  const authorization = aliceToken;
  expect(await call('user', { authorization })).toEqual(refused(401, '无权进行此操作，未提供 New-Api-User'));
  for (const malformed of ['abc', '2.5', '0x2', 'NaN'])
    expect(await call('user', { authorization, 'new-api-user': malformed })).toEqual(
      refused(401, '无权进行此操作，New-Api-User 格式错误'),
    );
  for (const other of ['1', '-1', '999'])
    expect(await call('user', { authorization, 'new-api-user': other })).toEqual(
      refused(401, '无权进行此操作，New-Api-User 与登录用户不匹配'),
    );
});

test('a session needs the header too, which no other site can make a browser send', async () => {
  expect(await call('user', { cookie: aliceCookie })).toEqual(
    refused(401, '无权进行此操作，未提供 New-Api-User'),
  );
});

test('7 and 8: a ban is reported before a missing permission', async () => {
  const headers = { authorization: aliceToken, 'new-api-user': '2' };
  expect(await call('admin', headers, 'post')).toEqual(refused(200, '无权进行此操作，权限不足'));
  expect(await call('root', headers)).toEqual(refused(200, '无权进行此操作，权限不足'));
  await changeUser(2, 'status = 2');
  expect(await call('admin', headers, 'post')).toEqual(refused(200, '用户已被封禁'));
  await changeUser(2, 'status = 1');
});

test('9: a session of an account without a name', async () => {
  await changeUser(2, `username = ' '`);
  expect(await call('user', { cookie: aliceCookie, 'new-api-user': '2' })).toEqual(
    refused(200, '无权进行此操作，用户信息无效'),
  );
  await changeUser(2, `username = 'alice'`);
});

test('whoever passes is known to the route, with what the row says now', async () => {
  const headers = { authorization: `Bearer ${aliceToken}`, 'new-api-user': '2' };
  expect(await call('user', headers)).toEqual(
    allowed({
      id: 2,
      username: 'alice',
      role: 1,
      status: 1,
      group: 'default',
      sessionVersion: 1,
      secondFactor: false,
      secondFactorAskedAt: 0,
      by: 'access-token',
      origin: {
        address: '127.0.0.1',
        userAgent: expect.any(String),
        requestId: expect.any(String),
        sessionRef: 'access-token',
      },
    }),
  );
  await changeUser(2, `"group" = 'vip'`);
  const answer = await call('user', { cookie: aliceCookie, 'new-api-user': '2' });
  expect(answer.data).toMatchObject({ group: 'vip', by: 'session' });
});

test('root may do everything, and a POST answers 200', async () => {
  const headers = { authorization: rootToken, 'new-api-user': '1' };
  expect(await call('admin', headers, 'post')).toEqual(allowed(null));
  expect(await call('root', headers)).toEqual(allowed(null));
});

test('optional routes know a session with its header and nothing else; public ones know nobody', async () => {
  expect(await call('optional')).toEqual(allowed('nobody'));
  expect(await call('optional', { authorization: aliceToken, 'new-api-user': '2' })).toEqual(
    allowed('nobody'),
  );
  expect(await call('optional', { cookie: aliceCookie })).toEqual(allowed('nobody'));
  expect(await call('optional', { cookie: aliceCookie, 'new-api-user': '1' })).toEqual(allowed('nobody'));
  expect(await call('optional', { cookie: aliceCookie, 'new-api-user': '2' })).toEqual(allowed('alice'));
  expect(await call('public', { cookie: aliceCookie })).toEqual(allowed('nobody'));
});

test('a navigation of the browser needs a session but no header; an access token is none', async () => {
  expect(await call('session', { cookie: aliceCookie })).toEqual(allowed('alice'));
  expect(await call('session', { authorization: aliceToken, 'new-api-user': '2' })).toEqual(
    refused(401, '无权进行此操作，未登录且未提供 access token'),
  );
});

test('a request that changes something must come from a script of this site, as far as the browser says', async () => {
  const own = { cookie: aliceCookie, 'new-api-user': '2' };
  const stranger = refused(403, '该请求不是由控制台页面发起的，已拒绝');
  for (const dest of ['image', 'iframe', 'document', 'style', 'script', 'embed'])
    expect(await call('writing', { ...own, 'sec-fetch-dest': dest })).toEqual(stranger);
  for (const site of ['same-site', 'cross-site'])
    expect(await call('writing', { ...own, 'sec-fetch-dest': 'empty', 'sec-fetch-site': site })).toEqual(
      stranger,
    );
  const scripts: Record<string, string>[] = [
    {},
    { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' },
  ];
  for (const headers of scripts)
    expect(await call('writing', { ...own, ...headers })).toEqual(allowed('alice'));
  expect(await call('writing', { cookie: aliceCookie })).toEqual(
    refused(401, '无权进行此操作，未提供 New-Api-User'),
  );
});

test('a route that writes by the cookie alone stops the start', async () => {
  await expect(createApp({ module: CarelessModule })).rejects.toThrow('CarelessController.change');
});

test('sessions of an earlier version are over, and so are those of a deleted account', async () => {
  await changeUser(2, 'session_version = session_version + 1');
  expect(await call('user', { cookie: aliceCookie, 'new-api-user': '2' })).toEqual(
    refused(401, '无权进行此操作，未登录且未提供 access token'),
  );
  await changeUser(2, 'session_version = session_version - 1');
  await changeUser(2, 'deleted_at = now()');
  expect(await call('user', { cookie: aliceCookie, 'new-api-user': '2' })).toEqual(
    refused(401, '无权进行此操作，未登录且未提供 access token'),
  );
  expect(await call('user', { authorization: aliceToken, 'new-api-user': '2' })).toEqual(
    refused(200, '无权进行此操作，access token 无效'),
  );
});

test('a route without @Requires stops the start', async () => {
  await expect(createApp({ module: ForgottenModule })).rejects.toThrow('GET /api/forgotten');
});
