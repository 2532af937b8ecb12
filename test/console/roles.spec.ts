import type { Page } from 'playwright-core';
import { type Account, Console, follow } from './console.js';

/** Access to each page by role, without console errors. */
type Result = 'shown' | 'sign-in' | 'refused' | 'personal';
interface Room {
  path: string;
  heading: RegExp;
  guard: 'public' | 'user' | 'admin' | 'settings';
}

const ROOMS: readonly Room[] = [
  { path: '/', heading: /One address/, guard: 'public' },
  { path: '/register', heading: /Create an account/, guard: 'public' },
  { path: '/reset', heading: /Reset password|Password reset/i, guard: 'public' },
  { path: '/pricing', heading: /Pricing/, guard: 'public' },
  { path: '/about', heading: /About/, guard: 'public' },
  { path: '/nowhere', heading: /not found/i, guard: 'public' },
  { path: '/playground', heading: /Playground/, guard: 'user' },
  { path: '/overview', heading: /Overview/, guard: 'user' },
  { path: '/detail', heading: /Dashboard/, guard: 'user' },
  { path: '/token', heading: /API tokens/, guard: 'user' },
  { path: '/log', heading: /Usage log/, guard: 'user' },
  { path: '/midjourney', heading: /Drawing log/, guard: 'user' },
  { path: '/task', heading: /Task log/, guard: 'user' },
  { path: '/topup', heading: /Wallet/, guard: 'user' },
  { path: '/personal', heading: /Personal settings/, guard: 'user' },
  { path: '/channel', heading: /Channels/, guard: 'admin' },
  { path: '/redemption', heading: /Redemption codes/, guard: 'admin' },
  { path: '/user', heading: /Users/, guard: 'admin' },
  { path: '/audit', heading: /Audit log/, guard: 'admin' },
  { path: '/setting', heading: /Settings/, guard: 'settings' },
];

const FORBIDDEN = 'You do not have access to this page';

let app: Console;
let user: Account;
let admin: Account;

beforeAll(async () => {
  app = await Console.start();
  user = await app.addUser('plain');
  admin = await app.addUser('helper');
  const [row] = await app.gateway.sql<{ id: number }>("SELECT id FROM users WHERE username = 'helper'");
  await app.gateway.manage('POST', '/api/user/manage', { id: row!.id, action: 'promote' });
});

afterAll(() => app?.close());

function resultFor(who: 'visitor' | 'user' | 'admin', { guard }: Room): Result {
  if (guard === 'public') return 'shown';
  if (who === 'visitor') return 'sign-in';
  if (who === 'admin' || guard === 'user') return 'shown';
  return guard === 'settings' ? 'personal' : 'refused';
}

/** The first address of each guard is loaded, and those after which the page says nothing new. */
function isLoaded(room: Room, result: Result): boolean {
  return result === 'refused' || ROOMS.find(({ guard }) => guard === room.guard) === room;
}

async function expectRoom(page: Page, room: Room, result: Result): Promise<void> {
  if (isLoaded(room, result)) await page.goto(room.path);
  else await follow(page, room.path);
  if (result === 'shown') await page.getByRole('heading', { name: room.heading }).first().waitFor();
  else if (result === 'sign-in') await page.waitForURL('**/login');
  else if (result === 'personal') await page.waitForURL('**/personal');
  else await page.getByText(FORBIDDEN).waitFor();
}

test.each(['visitor', 'user', 'admin', 'super admin'] as const)('every address for a %s', async (who) => {
  const as = { visitor: undefined, user, admin, 'super admin': Console.root }[who];
  const level = who === 'super admin' ? 'admin' : who;
  await app.visit({ ...(as && { as }) }, async ({ page }) => {
    for (const room of ROOMS) await expectRoom(page, room, resultFor(level, room));
  });
});
