import type { FastifyRequest } from 'fastify';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { Role, UserStatus } from '../../../contract/enums.js';
import {
  ALICE,
  BY_SESSION,
  COOKIE,
  NAMED,
  NAVIGATION,
  OTHER_NAMED,
  STATE,
  checkedStates,
  decide,
  guardFor,
  handlerOf,
  type GuardedRequest,
} from '../../../../test/core/guarded-requests.js';
import { assertMayUse } from './access.guard.js';
import type { AccountState } from './account.js';
import { assertFromConsole } from './request-source.js';
import type { Effects } from './requires.js';
import { checkUserHeader, namesAccount } from './session-account.js';

const account = (change: Partial<AccountState> = {}): AccountState => ({
  id: 7,
  username: 'alice',
  role: Role.user,
  status: UserStatus.enabled,
  group: 'default',
  sessionVersion: 0,
  secondFactor: false,
  secondFactorAskedAt: 0,
  ...change,
});
const requestWith = (headers: Record<string, string>) => ({ headers }) as unknown as FastifyRequest;
const codeOf = (act: () => void): string | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('who may use a route', () => {
  const { user, admin, root } = Role;
  test.each([
    ['user', user, undefined],
    ['user', admin, undefined],
    ['user', root, undefined],
    ['session', user, undefined],
    ['admin', user, 'role_too_low'],
    ['admin', admin, undefined],
    ['admin', root, undefined],
    ['root', user, 'role_too_low'],
    ['root', admin, 'role_too_low'],
    ['root', root, undefined],
  ] as const)('level %s, role %d: %s', (access, role, code) => {
    expect(codeOf(() => assertMayUse(access, account({ role })))).toBe(code);
  });

  test.each([UserStatus.banned, UserStatus.locked, 0, 9])(
    'no account with the status %d, of any role',
    (status) => {
      for (const role of [user, admin, root])
        expect(codeOf(() => assertMayUse('user', account({ role, status })))).toBe('user_banned');
    },
  );

  test.each([
    ['an unknown role below those of the level', account({ role: 0 }), 'role_too_low'],
    ['an unknown role above', account({ role: 55 }), 'account_invalid'],
    ['no name', account({ username: ' ' }), 'account_invalid'],
  ])('not an account with %s', (_state, row, code) => {
    expect(codeOf(() => assertMayUse('user', row))).toBe(code);
  });
});

describe('the header New-Api-User', () => {
  test.each([
    ['7', undefined],
    ['+7', undefined],
    ['8', 'user_header_mismatch'],
    ['-7', 'user_header_mismatch'],
    ['', 'user_header_missing'],
    ['seven', 'user_header_malformed'],
    ['7.0', 'user_header_malformed'],
    ['7 ', 'user_header_malformed'],
  ])('%j: %s', (header, code) => {
    const request = requestWith({ 'new-api-user': header });
    expect(codeOf(() => checkUserHeader(request, account()))).toBe(code);
    expect(namesAccount(request, account())).toBe(code === undefined);
  });

  test('is missed', () => {
    expect(codeOf(() => checkUserHeader(requestWith({}), account()))).toBe('user_header_missing');
  });
});

describe('the source of a request, by what browsers say of it', () => {
  test.each([
    ['a script of this site', 'empty', 'same-origin', true, true],
    ['a script of another site', 'empty', 'cross-site', false, false],
    ['a script of a sister site', 'empty', 'same-site', false, false],
    ['an image', 'image', 'same-origin', false, false],
    ['a frame', 'iframe', 'same-origin', false, false],
    ['a link', 'document', 'same-origin', false, true],
    ['a navigation by another site', 'document', 'cross-site', false, true],
    ['an extension', 'empty', 'none', true, true],
    ['a program, which says nothing', undefined, undefined, true, true],
  ])('%s', (_source, destination, site, isTaken, isTakenByNavigation) => {
    const request = requestWith({
      ...(destination && { 'sec-fetch-dest': destination }),
      ...(site && { 'sec-fetch-site': site }),
    });
    const refused = 'request_not_from_console';
    expect(codeOf(() => assertFromConsole(request))).toBe(isTaken ? undefined : refused);
    expect(codeOf(() => assertFromConsole(request, true))).toBe(isTakenByNavigation ? undefined : refused);
  });
});

describe('a route with a one-time state', () => {
  beforeEach(() => void checkedStates.splice(0));

  const effects = { writes: true, stateOf: 'telegram' } as const;
  const navigated = { ...effects, navigated: true } as const;
  const query = { state: STATE };
  const USED = 'telegram, 7, issued';

  test.each<[string, Effects, GuardedRequest, string, string[]]>([
    ['takes the header instead of it', effects, { ...COOKIE, headers: NAMED }, BY_SESSION, []],
    ['uses up the state where the header is missing', effects, { ...COOKIE, query }, BY_SESSION, [USED]],
    [
      'uses it up where the header names another',
      effects,
      { ...COOKIE, headers: OTHER_NAMED, query },
      BY_SESSION,
      [USED],
    ],
    [
      'always uses it up in a navigation',
      navigated,
      { ...COOKIE, headers: { ...NAVIGATION, ...NAMED }, query },
      BY_SESSION,
      [USED],
    ],
    [
      'takes no navigation with the header alone',
      navigated,
      { ...COOKIE, headers: NAMED },
      'oauth_state_wrong',
      ['telegram, 7, '],
    ],
    [
      'takes no other state',
      effects,
      { ...COOKIE, query: { state: 'forged' } },
      'oauth_state_wrong',
      ['telegram, 7, forged'],
    ],
    ['requires a session all the same', effects, { query }, 'not_signed_in', []],
  ])('%s', async (_rule, rule, request, decision, checked) => {
    expect(await decide(handlerOf('session', rule), request)).toBe(decision);
    expect(checkedStates).toEqual(checked);
  });

  test.each([{}, { state: ['issued'] }, { state: 5 }, null, 'issued'])(
    'has none in the query %j',
    async (none) => {
      expect(await decide(handlerOf('session', effects), { ...COOKIE, query: none })).toBe(
        'oauth_state_wrong',
      );
      expect(checkedStates).toEqual(['telegram, 7, ']);
    },
  );
});

test('a route without a rule is a defect', async () => {
  await expect(decide(handlerOf(), {})).rejects.toThrow('route list has no @Requires');
});

test('an account that signed in by session knows which one, and where its request came from', async () => {
  const request = {
    method: 'GET',
    id: 'request 1',
    ip: '203.0.113.7',
    headers: { ...NAMED, 'user-agent': 'a browser' },
    query: {},
    cookies: { session: 'id' },
  } as unknown as FastifyRequest;
  await guardFor(ALICE).canActivate(new ExecutionContextHost([request], undefined, handlerOf('user')));
  expect(request.account).toEqual({
    ...ALICE,
    by: 'session',
    session: { ref: 'ref', confirmedAt: 5 },
    origin: { address: '203.0.113.7', userAgent: 'a browser', requestId: 'request 1', sessionRef: 'ref' },
  });
});
