import { UserStatus, Role } from '../../../contract/enums.js';
import {
  BY_SESSION,
  BY_TOKEN,
  COOKIE,
  IMAGE,
  NAMED,
  NAVIGATION,
  OTHER_NAMED,
  TOKEN,
  decide,
  handlerOf,
  type GuardedRequest,
} from '../../../../test/core/guarded-requests.js';
import type { AccountState } from './account.js';
import type { Access, Effects } from './requires.js';

/** What the guard decides about requests of alice, whose id is 7 and whose access token is `token`. */
const POST = { method: 'POST' };

/** [effects of the route, the request, what is decided, changes of the account] */
type Case = readonly [string, Effects, GuardedRequest, string, Partial<AccountState>?];
const cases = (access: Access, all: readonly Case[]) =>
  test.each(all.map(([title, ...rest]) => [title, rest] as const))(
    '%s',
    async (_title, [effects, request, decision, change]) => {
      expect(await decide(handlerOf(access, effects), request, change)).toBe(decision);
    },
  );

describe('a public route', () => {
  cases('public', [
    ['is open to everyone', {}, {}, 'anonymous'],
    ['does not read the session', {}, { ...COOKIE, headers: NAMED }, 'anonymous'],
    ['needs no header beside a session', {}, COOKIE, 'anonymous'],
    ['can be an image', {}, { headers: IMAGE }, 'anonymous'],
    ['that changes something cannot', { writes: true }, { headers: IMAGE }, 'request_not_from_console'],
    ['that changes something takes scripts and programs', { writes: true }, {}, 'anonymous'],
    [
      'takes navigations where it is meant to',
      { writes: true, navigated: true },
      { headers: NAVIGATION },
      'anonymous',
    ],
    ['takes no navigations otherwise', { writes: true }, { headers: NAVIGATION }, 'request_not_from_console'],
    ['that opens a session requires the header', { opensSession: true }, {}, 'request_not_from_console'],
    ['that opens a session takes any header', { opensSession: true }, { headers: OTHER_NAMED }, 'anonymous'],
    [
      'that changes a session requires the header of it',
      { changesSession: true },
      COOKIE,
      'user_header_missing',
    ],
    [
      'that changes a session takes no other header',
      { changesSession: true },
      { ...COOKIE, headers: OTHER_NAMED },
      'user_header_mismatch',
    ],
    [
      'that changes a session takes its owner',
      { changesSession: true },
      { ...COOKIE, headers: NAMED },
      'anonymous',
    ],
    ['that changes a session takes requests without one', { changesSession: true }, {}, 'anonymous'],
    [
      'that changes a session takes ended ones',
      { changesSession: true },
      COOKIE,
      'anonymous',
      { sessionVersion: 3 },
    ],
  ]);
});

describe('an optional route', () => {
  cases('optional', [
    ['is open to everyone', {}, {}, 'anonymous'],
    ['knows whom a session with the header belongs to', {}, { ...COOKIE, headers: NAMED }, BY_SESSION],
    ['takes a session without the header as anonymous', {}, COOKIE, 'anonymous'],
    [
      'takes a session with the header of another as anonymous',
      {},
      { ...COOKIE, headers: OTHER_NAMED },
      'anonymous',
    ],
    [
      'takes an ended session as anonymous',
      {},
      { ...COOKIE, headers: NAMED },
      'anonymous',
      { sessionVersion: 3 },
    ],
    [
      'takes a banned account as anonymous',
      {},
      { ...COOKIE, headers: NAMED },
      'anonymous',
      { status: UserStatus.banned },
    ],
    [
      'takes an account of an unknown role as anonymous',
      {},
      { ...COOKIE, headers: NAMED },
      'anonymous',
      { role: 7 },
    ],
    ['does not read access tokens', {}, { headers: { ...TOKEN, ...NAMED } }, 'anonymous'],
  ]);
});

describe('a route of users', () => {
  cases('user', [
    ['requires credentials', {}, { headers: NAMED }, 'not_signed_in'],
    [
      'does not take an empty header for a token',
      {},
      { headers: { authorization: '', ...NAMED } },
      'not_signed_in',
    ],
    ['takes a session with the header', {}, { ...COOKIE, headers: NAMED }, BY_SESSION],
    ['takes no session without it', {}, COOKIE, 'user_header_missing'],
    ['takes an access token with the header', {}, { headers: { ...TOKEN, ...NAMED } }, BY_TOKEN],
    ['takes a token without the scheme', {}, { headers: { authorization: 'token', ...NAMED } }, BY_TOKEN],
    [
      'takes a token between blanks',
      {},
      { headers: { authorization: 'Bearer  token ', ...NAMED } },
      BY_TOKEN,
    ],
    ['takes no token without the header', {}, { headers: TOKEN }, 'user_header_missing'],
    [
      'refuses an unknown token',
      {},
      { headers: { authorization: 'Bearer x', ...NAMED } },
      'access_token_invalid',
    ],
    [
      'takes no scheme without a token',
      {},
      { headers: { authorization: 'Bearer ' } },
      'access_token_invalid',
    ],
    ['prefers the session', {}, { ...COOKIE, headers: { authorization: 'x', ...NAMED } }, BY_SESSION],
    [
      'takes the token where the session has ended',
      {},
      { ...COOKIE, headers: { ...TOKEN, ...NAMED } },
      BY_TOKEN,
      { sessionVersion: 3 },
    ],
    [
      'looks at the account of a token before the header',
      {},
      { headers: TOKEN },
      'account_invalid',
      { role: 7 },
    ],
    [
      'looks at that of a session after it',
      {},
      { ...COOKIE, headers: NAMED },
      'account_invalid',
      { role: 7 },
    ],
    [
      'is closed to banned accounts',
      {},
      { headers: { ...TOKEN, ...NAMED } },
      'user_banned',
      { status: UserStatus.banned },
    ],
    [
      'can be read by an image, where the header is there',
      {},
      { ...COOKIE, headers: { ...IMAGE, ...NAMED } },
      BY_SESSION,
    ],
    [
      'takes no changes of other sites by session',
      {},
      { ...POST, ...COOKIE, headers: { ...IMAGE, ...NAMED } },
      'request_not_from_console',
    ],
    [
      'takes changes by access token, which other sites do not have',
      {},
      { ...POST, headers: { ...IMAGE, ...TOKEN, ...NAMED } },
      BY_TOKEN,
    ],
    ['takes changes of the console', {}, { ...POST, ...COOKIE, headers: NAMED }, BY_SESSION],
  ]);
});

describe('an account that must set up a second factor first', () => {
  const overdue = { secondFactorAskedAt: 1 };
  const asOwner = { ...COOKIE, headers: NAMED };
  cases('user', [
    ['goes no further by session', {}, asOwner, 'second_factor_required', overdue],
    ['sets one up', { enrolment: true }, asOwner, BY_SESSION, overdue],
    [
      'goes on by its access token',
      {},
      { headers: { ...NAMED, authorization: 'Bearer token' } },
      BY_TOKEN,
      overdue,
    ],
  ]);
  cases('optional', [['is anonymous elsewhere', {}, asOwner, 'anonymous', overdue]]);
  cases('session', [['goes no further', {}, COOKIE, 'second_factor_required', overdue]]);
});

describe('a route of administrators', () => {
  cases('admin', [
    ['is closed to users', {}, { ...COOKIE, headers: NAMED }, 'role_too_low'],
    ['is open to them', {}, { ...COOKIE, headers: NAMED }, BY_SESSION, { role: Role.admin }],
  ]);
});

describe('a route of sessions', () => {
  cases('session', [
    ['requires one', {}, {}, 'not_signed_in'],
    ['takes no access token', {}, { headers: { ...TOKEN, ...NAMED } }, 'not_signed_in'],
    ['that only reads needs no header', {}, COOKIE, BY_SESSION],
    ['that changes something does', { writes: true }, COOKIE, 'user_header_missing'],
    ['that changes something takes the header', { writes: true }, { ...COOKIE, headers: NAMED }, BY_SESSION],
  ]);
});
