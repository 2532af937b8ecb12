import { Role, UserStatus } from '../../../contract/enums.js';
import {
  BY_KEY,
  BY_SESSION,
  COOKIE,
  IMAGE,
  NAMED,
  OTHER_NAMED,
  decide,
  handlerOf,
  keyWith,
} from '../../../../test/core/guarded-requests.js';

/** What the guard decides about requests with an admin key of alice, who is an administrator. */
const ADMIN = { role: Role.admin };
const READING = { path: '/api/channel/:id' };
const WRITING = { path: '/api/channel', method: 'POST' };
const adminRoute = handlerOf('admin');

test('a key needs no header that names its owner', async () => {
  expect(await decide(adminRoute, { ...READING, headers: keyWith('read') }, ADMIN)).toBe(BY_KEY);
});

test('a header that names its owner is accepted, one that names another is not', async () => {
  const withHeader = (header: object) => ({ ...READING, headers: { ...keyWith('read'), ...header } });
  expect(await decide(adminRoute, withHeader(NAMED), ADMIN)).toBe(BY_KEY);
  expect(await decide(adminRoute, withHeader(OTHER_NAMED), ADMIN)).toBe('user_header_mismatch');
});

test('reading takes the scope read or that of the area', async () => {
  for (const scope of ['read', 'channels'] as const)
    expect(await decide(adminRoute, { ...READING, headers: keyWith(scope) }, ADMIN)).toBe(BY_KEY);
  expect(await decide(adminRoute, { ...READING, headers: keyWith('users', 'billing') }, ADMIN)).toBe(
    'admin_key_scope_missing',
  );
});

test('changing takes the scope of the area', async () => {
  expect(await decide(adminRoute, { ...WRITING, headers: keyWith('channels') }, ADMIN)).toBe(BY_KEY);
  expect(await decide(adminRoute, { ...WRITING, headers: keyWith('read', 'settings') }, ADMIN)).toBe(
    'admin_key_scope_missing',
  );
});

test('a GET that changes something is not reading', async () => {
  const handler = handlerOf('admin', { writes: true });
  expect(await decide(handler, { ...READING, headers: keyWith('read') }, ADMIN)).toBe(
    'admin_key_scope_missing',
  );
});

test('other sites cannot send a key, so where the request comes from does not matter', async () => {
  const request = { ...WRITING, headers: { ...IMAGE, ...keyWith('channels') } };
  expect(await decide(adminRoute, request, ADMIN)).toBe(BY_KEY);
});

test('a key does not more than the role of its owner', async () => {
  const everything = keyWith('read', 'channels', 'users', 'billing', 'settings', 'tokens');
  expect(await decide(adminRoute, { ...READING, headers: everything })).toBe('role_too_low');
  expect(await decide(handlerOf('root'), { path: '/api/option', headers: everything }, ADMIN)).toBe(
    'role_too_low',
  );
  expect(
    await decide(adminRoute, { ...READING, headers: everything }, { ...ADMIN, status: UserStatus.banned }),
  ).toBe('user_banned');
});

test('routes of no area, of sessions and of the person take no key', async () => {
  const headers = keyWith('read', 'channels', 'users', 'billing', 'settings', 'tokens');
  expect(await decide(adminRoute, { path: '/api/unlisted', headers }, ADMIN)).toBe('admin_key_not_admitted');
  expect(await decide(handlerOf('session'), { path: '/api/user/self', headers }, ADMIN)).toBe(
    'not_signed_in',
  );
  const password = { path: '/api/user/self', method: 'PUT', headers };
  expect(await decide(handlerOf('user'), password, ADMIN)).toBe('admin_key_not_admitted');
  const sessions = { path: '/api/user/sessions', headers };
  expect(await decide(handlerOf('user'), sessions, ADMIN)).toBe('admin_key_not_admitted');
});

test('an unknown key is refused, and a session counts before it', async () => {
  const unknown = { authorization: 'Bearer tg-admin-' };
  expect(await decide(adminRoute, { ...READING, headers: unknown }, ADMIN)).toBe('admin_key_invalid');
  expect(await decide(adminRoute, { ...READING, ...COOKIE, headers: { ...NAMED, ...unknown } }, ADMIN)).toBe(
    BY_SESSION,
  );
});
