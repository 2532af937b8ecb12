import type { Locator, Page } from 'playwright-core';
import { Mailbox } from '../auth/mail/mailbox.js';
import { barriers } from './barriers.js';
import { Console, follow } from './console.js';

/** Rows of lists on desks and phones, and an invitation from the mail to the signed-in person. */
let app: Console;
let mailbox: Mailbox;

const SMALL = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true } as const;

beforeAll(async () => {
  [app, mailbox] = await Promise.all([Console.start(), Mailbox.open()]);
  const { gateway } = app;
  for (const [key, value] of Object.entries({ ...mailbox.options, RegisterEnabled: 'false' }))
    await gateway.option(key, value);
  await gateway.addChannel({
    name: 'a channel with a long name',
    base_url: 'http://127.0.0.1:1',
    models: 'gpt-4o',
  });
  await gateway.addToken({ name: 'limited', unlimited_quota: false, remain_quota: 500_000 });
  await gateway.manage('POST', '/api/redemption/', { name: 'a gift', quota: 1000, count: 1 });
  await gateway.sql(
    `INSERT INTO usage_hours (at, user_id, token_id, channel_id, model, group_name, requests, prompt_tokens, completion_tokens,
       cached_tokens, cache_write_tokens, quota, list_quota)
     SELECT extract(epoch FROM now())::bigint - 3600, user_id, id, 1, 'gpt-4o', 'default', 1, 0, 0, 0, 0, 50000, 50000 FROM tokens`,
  );
});

/** A request with all that a row of the log shows, and one that failed. */
beforeAll(() =>
  app.gateway
    .sql(`INSERT INTO logs (user_id, created_at, type, content, username, token_name, model_name, quota, prompt_tokens, completion_tokens,
      use_time, is_stream, channel_id, token_id, "group", other)
    SELECT 1, extract(epoch FROM now())::bigint, type, CASE type WHEN 5 THEN 'overloaded, please try again later' ELSE '' END, 'a long name of a user',
      'production-frontend', 'claude-sonnet-4-5-20250929', 123456, 123456, 12345, 17, true, 1, 1, 'default',
      '{"model_ratio":1.5,"completion_ratio":5,"group_ratio":1,"cache_tokens":112640,"cache_ratio":0.1,"frt":1234,"admin_info":{"use_channel":["1"]}}'
    FROM (VALUES (2), (5)) AS rows (type)`),
);

afterAll(async () => {
  await app?.close();
  await mailbox?.close();
});

const tooWide = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

/** Pixels of the row's table that are out of sight. */
const hiddenWidth = (row: Locator) =>
  row.evaluate(
    (element) => element.closest('table')!.scrollWidth - element.closest('table')!.parentElement!.clientWidth,
  );

/** Texts that reach out of their cells. */
const overlapping = (row: Locator) =>
  row.locator('td').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const { right } = cell.getBoundingClientRect();
      const parts: { getBoundingClientRect: () => { right: number }; textContent: string }[] = [
        ...cell.querySelectorAll('span, p, div'),
      ];
      return parts
        .filter((part) => part.getBoundingClientRect().right > right + 1)
        .map((part) => part.textContent);
    }),
  );

test.each(['en', 'zh'] as const)(
  'rows of tokens and users are complete and say what a week cost, those of tokens are low: %s',
  (language) =>
    app.visit(
      { as: Console.root, language, screen: { viewport: { width: 1440, height: 900 } } },
      async ({ page }) => {
        await page.goto('/token');
        const row = page.getByRole('row', { name: 'limited' });
        await row.getByText(language === 'en' ? '≈ 10 days left' : '约可用 10 天').waitFor();
        await row.getByText('$0.10').waitFor();
        expect((await row.boundingBox())?.height).toBeLessThanOrEqual(48);
        expect(await hiddenWidth(row)).toBeLessThanOrEqual(0);
        expect(await overlapping(row)).toEqual([]);
        expect(await barriers(page)).toEqual([]);
        await follow(page, '/user');
        const user = page.getByRole('row', { name: 'root' });
        await user.getByText('$0.10').waitFor();
        expect(await overlapping(user)).toEqual([]);
        expect(await hiddenWidth(user)).toBeLessThanOrEqual(0);
        await follow(page, '/channel');
        const channel = page.getByRole('row', { name: 'a channel with a long name' });
        await channel.waitFor();
        expect((await channel.boundingBox())?.height).toBeLessThanOrEqual(56);
        expect(await hiddenWidth(channel)).toBeLessThanOrEqual(0);
        await follow(page, '/log');
        const request = page.getByRole('row', { name: /production-frontend/ });
        await request.first().waitFor();
        for (const one of await request.all()) {
          expect((await one.boundingBox())?.height).toBeLessThanOrEqual(36);
          expect(await hiddenWidth(one)).toBeLessThanOrEqual(0);
        }
      },
    ),
);

test('lists on a phone have two lines a row, closed filters and nothing wider than 320 px', () =>
  app.visit({ as: Console.root, screen: SMALL }, async ({ page }) => {
    await page.goto('/log');
    for (const [path, name] of [
      ['/token', 'limited'],
      ['/user', 'root'],
      ['/channel', 'a channel with a long name'],
      ['/redemption', 'a gift'],
      ['/user-tokens', 'limited'],
      ['/pricing', 'gpt-4o'],
      ['/prices?view=public', 'glm-4-plus'],
    ] as const) {
      await follow(page, path);
      const row = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name: new RegExp(`details: ${name}`) }) });
      await row.first().waitFor();
      expect([path, await tooWide(page)]).toEqual([path, 0]);
      expect((await row.first().boundingBox())?.height).toBeLessThanOrEqual(88);
      // Price lists have filters of their own.
      if (!path.startsWith('/pric')) {
        await page.getByRole('button', { name: 'Filters' }).waitFor();
        expect(await page.getByRole('button', { name: 'Search', exact: true }).count()).toBe(0);
      }
      await page.getByRole('link', { name: /^Balance: / }).waitFor();
      await row
        .first()
        .getByRole('button', { name: new RegExp(`details: ${name}`) })
        .click();
      await row
        .first()
        .getByRole('button', { name: /^Hide details/ })
        .waitFor();
      expect([path, await tooWide(page)]).toEqual([path, 0]);
      expect(await barriers(page)).toEqual([]);
    }
  }));

test('heads sort on the server, and the order is in the address', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    for (const name of ['alpha', 'omega']) await app.gateway.addToken({ name });
    await page.goto('/token');
    const names = page.locator('tbody tr').getByText(/^(alpha|omega|limited)$/);
    await names.first().waitFor();
    const head = page.getByRole('button', { name: /^Name .*Sort/ });
    await head.click();
    await page.waitForURL('**/token?sort=name');
    await page.locator('th[aria-sort="ascending"]', { hasText: 'Name' }).waitFor();
    await names.first().getByText('alpha').waitFor();
    await page.getByRole('button', { name: /^Name / }).click();
    await page.waitForURL('**/token?sort=name&descending=true');
    await names.first().getByText('omega').waitFor();
    await page.reload();
    await page.locator('th[aria-sort="descending"]', { hasText: 'Name' }).waitFor();
    for (const [path, title, sort] of [
      ['/user', 'Remaining / used quota', 'quota'],
      ['/redemption', 'Redeemed', 'redeemed_time'],
    ] as const) {
      await page.goto(path);
      await page
        .getByRole('button', { name: new RegExp(`^${title}.*Sort`) })
        .first()
        .click();
      await page.waitForURL(`**${path}?sort=${sort}`);
    }
  }));

test('filters of prices are behind a button that counts them on a phone', () =>
  app.visit({ as: Console.root, screen: SMALL }, async ({ page }) => {
    await page.goto('/pricing');
    const filters = page.getByRole('button', { name: 'Filters', exact: true });
    await filters.waitFor();
    expect(await page.getByRole('combobox', { name: 'Billing' }).count()).toBe(0);
    await filters.click();
    await page.getByRole('switch', { name: 'Only available' }).click();
    await page.getByRole('button', { name: 'Filters (1 active)' }).click();
    expect(await page.getByRole('combobox', { name: 'Billing' }).count()).toBe(0);
    expect(await tooWide(page)).toBe(0);
  }));

test('a pasted address is invited by one click, which can be undone', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/token');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('kim@example.com');
    await page.getByRole('option', { name: /^Invite kim@example.com by mail/ }).click();
    await page.getByText('The invitation was sent to kim@example.com').waitFor();
    expect(mailbox.link('kim@example.com').hash).not.toBe('');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Done', { exact: true }).waitFor();
    expect(await app.gateway.sql('SELECT id FROM invitations')).toEqual([]);
  }));

test('an invitation leads from the mail to a signed-in person', async () => {
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/user');
    await page.getByRole('button', { name: 'Invite by mail' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite a user by mail' });
    await dialog.getByRole('textbox', { name: 'Email' }).fill('ida@example.com');
    await dialog.getByRole('textbox', { name: 'Opening balance' }).fill('2.5');
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.getByText('Open invitations (1)').waitFor();
    await dialog.getByText('ida@example.com').waitFor();
  });
  const link = mailbox.link('ida@example.com');
  await app.visit({}, async (visit) => {
    const { page } = visit;
    // The link is opened once more after it was used.
    visit.expect(/api\/invitation\/read: 200/);
    await page.goto(`/invitation${link.hash}`);
    await page.getByRole('textbox', { name: 'Username' }).fill('ida');
    await page.getByLabel('Password', { exact: true }).fill('chosen by herself');
    await page.getByLabel('Confirm password').fill('chosen by herself');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create account and sign in' }).click();
    await page.waitForURL('**/token');
    await page.getByRole('link', { name: 'Balance: $2.50' }).waitFor();
    await page.goto(`/invitation${link.hash}`);
    await page.getByText('The invitation is invalid, was used or has expired').first().waitFor();
  });
});
