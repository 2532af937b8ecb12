import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { Console } from './console.js';

/** Results of tests in the list of channels, and what failed in a test of all. */
let app: Console;
let upstream: ScriptedUpstream;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  app = await Console.start();
});

beforeEach(async () => {
  await app.gateway.sql('DELETE FROM channels');
  upstream.clear();
  await app.gateway.addChannel({ name: 'alive', base_url: upstream.url, models: 'alive' });
});

afterAll(async () => {
  await app?.close();
  await upstream?.close();
});

/** A channel whose upstream refuses connections. */
const addDead = (name: string) =>
  app.gateway.addChannel({ name, base_url: 'http://127.0.0.1:9', models: name });

test('a channel whose upstream refuses connections shows that its test failed and why, and no time', () =>
  app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    await addDead('dead');
    await page.goto('/channel');
    const row = page.getByRole('row', { name: 'dead' }).first();
    await row.getByText('Not tested').waitFor();
    visit.expect(/api\/channel\/test\/\d+: 200/);
    await row.getByRole('button', { name: 'Test channel dead' }).click();
    const badge = row.getByRole('button', { name: /^Test failed\. Reason: status code \d+: .*ECONNREFUSED/ });
    await badge.waitFor();
    expect(await row.getByText(/\d\.\d\d s$/).count()).toBe(0);
    await badge.click();
    await page.getByRole('dialog').getByText('Model: dead').waitFor();
    await page.keyboard.press('Escape');
    await page
      .getByRole('row', { name: 'alive' })
      .getByRole('button', { name: 'Test channel alive' })
      .click();
    await page
      .getByRole('row', { name: 'alive' })
      .getByText(/^\d\.\d\d s$/)
      .waitFor();
    await page.getByRole('combobox', { name: 'Last test' }).click();
    await page.getByRole('option', { name: 'Failed test' }).click();
    await page.getByRole('row', { name: 'alive' }).waitFor({ state: 'detached' });
    await badge.waitFor();
    expect(new URL(page.url()).search).toBe('?test=failed');
  }));

test('a test of all channels lists what failed and why; the failed are tested again and disabled', () =>
  app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    await addDead('dead');
    await app.gateway.addChannel({ name: 'refusing', base_url: upstream.url, models: 'refusing' });
    upstream.forModel('refusing', { refuse: { status: 401, message: 'key revoked' } });
    upstream.forModel('alive', { headersAfterMs: 2500 });
    await page.goto('/channel');
    await page.getByRole('button', { name: 'Bulk actions' }).click();
    await page.getByRole('menuitem', { name: 'Test all channels' }).click();
    await page
      .getByRole('dialog', { name: 'Test all channels?' })
      .getByRole('button', { name: 'Confirm' })
      .click();
    const panel = page.getByRole('group', { name: 'Test all channels' });
    await panel.getByText('3 of 3 done · 2 failed').waitFor();
    const failed = panel.getByRole('list', { name: 'Channels that failed' }).getByRole('listitem');
    await failed.filter({ hasText: 'refusing' }).getByText('status code 401: key revoked').waitFor();
    await failed.filter({ hasText: 'dead' }).getByText('ECONNREFUSED').waitFor();
    await panel.getByRole('button', { name: 'Show failed' }).click();
    await page.getByRole('row', { name: 'alive' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?test=failed');

    upstream.clear();
    visit.expect(/api\/channel\/test\/\d+: 200/);
    await panel.getByRole('button', { name: 'Test again' }).click();
    await failed.filter({ hasText: 'refusing' }).waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: 'Disable' }).click();
    const question = page.getByRole('dialog', { name: 'Disable 1 channels that failed?' });
    await question.getByRole('button', { name: 'Disable', exact: true }).click();
    await question.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: 'dead' }).getByText('Disabled', { exact: true }).waitFor();
    const rows = await app.gateway.sql<{ name: string; status: number }>(
      'SELECT name, status FROM channels ORDER BY name',
    );
    expect(rows).toEqual([
      { name: 'alive', status: 1 },
      { name: 'dead', status: 2 },
      { name: 'refusing', status: 1 },
    ]);
  }));
