import type { Page } from 'playwright-core';
import { Console } from './console.js';

/** What changes while a form is open: kept where the form changes something else, reported where it is the same. */
let app: Console;

beforeAll(async () => {
  app = await Console.start();
});

afterAll(() => app?.close());

/** Opens the form and returns it with the body that its submission sends. */
async function opened(page: Page, path: string, button: string, dialog: string) {
  await page.goto(path);
  await page.getByRole('button', { name: button }).click();
  const form = page.getByRole('dialog', { name: dialog });
  await form.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
  const submit = async (): Promise<unknown> => {
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await form.getByRole('button', { name: 'Submit' }).click();
    return (await sent).postDataJSON();
  };
  return { form, submit };
}

const one = async (table: string, name: string) =>
  (await app.gateway.sql<Record<string, unknown>>(`SELECT * FROM ${table} WHERE name = $1`, [name]))[0];

const spend = (name: string, quota: number) =>
  app.gateway.sql(
    `UPDATE tokens SET remain_quota = remain_quota - $2,
       status = CASE WHEN remain_quota <= $2 THEN 4 ELSE status END WHERE name = $1`,
    [name, quota],
  );

test('a token that is used up while its form is open stays used up under its new name', async () => {
  await app.gateway.addToken({ name: 'spent', unlimited_quota: false, remain_quota: 600 });
  await app.visit({ as: Console.root }, async ({ page }) => {
    const { form, submit } = await opened(page, '/token', 'Edit token spent', 'Edit token');
    await spend('spent', 600);
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('spent renamed');
    expect(await submit()).toEqual({
      id: expect.any(Number),
      name: 'spent renamed',
      before: { name: 'spent' },
    });
    await page.getByText('Token updated').waitFor();
    expect(await one('tokens', 'spent renamed')).toMatchObject({ remain_quota: 0, status: 4 });

    // The form shows what is left now, not what it showed before, and applies the difference.
    const again = await opened(page, '/token', 'Edit token spent renamed', 'Edit token');
    const quota = again.form.getByRole('textbox', { name: 'Quota', exact: true });
    expect(await quota.inputValue()).toBe('0');
    await quota.fill('1000');
    await app.gateway.sql(`UPDATE tokens SET remain_quota = -100 WHERE name = 'spent renamed'`);
    expect(await again.submit()).toMatchObject({ remain_quota: 1000, remain_quota_before: 0 });
    await page.getByText('Token updated').waitFor();
    expect(await one('tokens', 'spent renamed')).toMatchObject({ remain_quota: 900, status: 1 });
  });
});

test('a weight that is set while the form of its channel is open stays, and is reported if the form sets it', async () => {
  const id = await app.gateway.addChannel({ name: 'ranked', base_url: 'http://127.0.0.1:9', models: 'm' });
  const set = (change: object) => app.gateway.manage('PUT', '/api/channel/', { id, ...change });
  await app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    const { form, submit } = await opened(page, '/channel', 'Edit channel ranked', 'Edit channel');
    await set({ weight: 9, priority: 3, status: 2 });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('ranked anew');
    expect(await submit()).toEqual({ id, name: 'ranked anew', before: { name: 'ranked' } });
    await page.getByText('Channel updated').waitFor();
    expect(await one('channels', 'ranked anew')).toMatchObject({ weight: 9, priority: 3, status: 2 });

    const late = await opened(page, '/channel', 'Edit channel ranked anew', 'Edit channel');
    await set({ weight: 4 });
    await late.form.getByRole('textbox', { name: 'Weight' }).fill('7');
    visit.expect(/api\/channel\/: 200 打开后以下内容已被他人修改/);
    expect(await late.submit()).toEqual({ id, weight: 7, before: { weight: 9 } });
    await page.getByText('Someone else has changed this since you opened it: weight').waitFor();
    expect(await late.form.getByRole('textbox', { name: 'Weight' }).inputValue()).toBe('7');
    expect(await one('channels', 'ranked anew')).toMatchObject({ weight: 4 });
  });
});

test('a list that shows an outdated weight does not overwrite the present one', async () => {
  const id = await app.gateway.addChannel({ name: 'listed', base_url: 'http://127.0.0.1:9', models: 'm' });
  await app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    await page.goto('/channel');
    const weight = page.getByRole('textbox', { name: 'Weight of listed' });
    await weight.waitFor();
    await app.gateway.manage('PUT', '/api/channel/', { id, weight: 9 });
    visit.expect(/api\/channel\/: 200 打开后以下内容已被他人修改/);
    await weight.fill('5');
    await weight.press('Enter');
    await page.getByText('Someone else has changed this since you opened it: weight').waitFor();
    expect(await one('channels', 'listed')).toMatchObject({ weight: 9 });
  });
});

test('quota spent and a group given while the form of a user is open stay', async () => {
  await app.addUser('busy');
  const [user] = await app.gateway.sql<{ id: number }>(`SELECT id FROM users WHERE username = 'busy'`);
  const { id } = user!;
  await app.gateway.setQuota(600, id);
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/user');
    await page.getByRole('button', { name: 'Edit user busy' }).click();
    const form = page.getByRole('dialog', { name: 'Edit user' });
    await form.getByRole('textbox', { name: 'Display name' }).fill('Busy');
    await app.gateway.sql('UPDATE users SET quota = 0 WHERE id = $1', [id]);
    await app.gateway.manage('PUT', '/api/user/', { id, group: 'vip' });
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await form.getByRole('button', { name: 'Submit' }).click();
    expect((await sent).postDataJSON()).toEqual({
      id,
      display_name: 'Busy',
      before: { display_name: 'busy' },
    });
    await page.getByText('User updated').waitFor();
    expect(
      await app.gateway.sql('SELECT quota, "group", display_name FROM users WHERE id = $1', [id]),
    ).toEqual([{ quota: 0, group: 'vip', display_name: 'Busy' }]);
  });
});

test('a form without changes sends nothing', async () => {
  await app.gateway.addToken({ name: 'unchanged' });
  await app.visit({ as: Console.root }, async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => void (request.method() === 'PUT' && sent.push(request.url())));
    await page.goto('/token');
    await page.getByRole('button', { name: 'Edit token unchanged' }).click();
    const form = page.getByRole('dialog', { name: 'Edit token' });
    await form.getByRole('button', { name: 'Submit' }).click();
    await form.waitFor({ state: 'hidden' });
    expect(sent).toEqual([]);
  });
});

test('an option that another administrator has saved meanwhile is not overwritten', async () => {
  const footer = async () =>
    (await app.gateway.sql(`SELECT value FROM options WHERE key = 'Footer'`)) as { value: string }[];
  await app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    await page.goto('/setting?tab=other#footer');
    const field = page.getByRole('textbox', { name: 'Footer' });
    await field.fill('mine');
    await app.gateway.option('Footer', 'theirs');
    visit.expect(/api\/option\/: 200 打开后以下内容已被他人修改/);
    await page.getByRole('button', { name: 'Set footer' }).click();
    await page.getByText('Someone else has changed this since you opened it: Footer').first().waitFor();
    expect(await footer()).toEqual([{ value: 'theirs' }]);
  });
});
