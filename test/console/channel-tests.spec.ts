import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { Console } from './console.js';

/** Results of tests in the list of channels, and what failed in a test of all. */
let app: Console;
let upstream: ScriptedUpstream;
/** Accepts one of the keys of a channel. */
let provider: Server;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  provider = createServer(answerGoodKeys).listen(0, '127.0.0.1');
  await once(provider, 'listening');
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
  provider?.close();
});

/** A channel whose upstream refuses connections. */
const addDead = (name: string) =>
  app.gateway.addChannel({ name, base_url: 'http://127.0.0.1:9', models: name });

/** Starts a test of all channels. @returns its panel */
async function testAll(page: Page) {
  await page.goto('/channel');
  await page.getByRole('button', { name: 'Bulk actions' }).click();
  await page.getByRole('menuitem', { name: 'Test all channels' }).click();
  const question = page.getByRole('dialog', { name: 'Test all channels?' });
  await question.getByRole('button', { name: 'Confirm' }).click();
  return page.getByRole('group', { name: 'Test all channels' });
}

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
    await badge.hover();
    await page.getByRole('tooltip').waitFor();
    await badge.click();
    await page.getByRole('dialog').getByText('Model: dead').waitFor();
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
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
    const panel = await testAll(page);
    await panel.getByText('3 of 3 done · 2 failed').waitFor();
    const failed = panel.getByRole('list', { name: 'Channels that failed' }).getByRole('listitem');
    await failed.filter({ hasText: 'refusing' }).getByText('status code 401: key revoked').waitFor();
    await failed.filter({ hasText: 'dead' }).getByText('ECONNREFUSED').waitFor();
    // Whatever the list is filtered by, it then shows those that failed.
    await page.getByRole('textbox', { name: 'Keyword' }).fill('alive');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: 'dead' }).waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: 'Show failed' }).click();
    await page.getByRole('row', { name: 'alive' }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: 'dead' }).waitFor();
    await page.getByRole('row', { name: 'refusing' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Keyword' }).inputValue()).toBe('');
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

test('the list of failures that cannot be loaded can be loaded again; channels with a failing key stay counted', () =>
  app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    const { port } = provider.address() as AddressInfo;
    const base_url = `http://127.0.0.1:${port}`;
    const setting = '{"multi_key":true}';
    await app.gateway.addChannel({ name: 'partly', key: 'good\nbad', setting, base_url, models: 'm' });
    await app.gateway.addChannel({ name: 'refusing', base_url: upstream.url, models: 'refusing' });
    upstream.forModel('refusing', { refuse: { status: 401, message: 'key revoked' } });
    upstream.forModel('alive', { headersAfterMs: 2500 });
    const list = '**/api/channel/search?test=failed';
    await page.route(list, (route) => route.fulfill({ status: 500, json: {} }));
    visit.expect(/status of 500/, /api\/channel\/search\?test=failed.*500/);
    const panel = await testAll(page);
    await panel.getByText('3 of 3 done · 2 failed').waitFor();
    await panel.getByText('Loading failed').waitFor();
    await page.unroute(list);
    await panel.getByRole('button', { name: 'Retry' }).click();
    const failed = panel.getByRole('listitem');
    await failed.filter({ hasText: 'key revoked' }).waitFor();
    const others = panel.getByText('Not listed: 1 with a key that fails, or that could not be tested.');
    await others.waitFor();
    upstream.clear();
    await panel.getByRole('button', { name: 'Test again' }).click();
    await failed.waitFor({ state: 'detached' });
    await others.waitFor();
  }));

/** An OpenAI-compatible API that accepts the key `good`. */
function answerGoodKeys(request: IncomingMessage, response: ServerResponse): void {
  const isGood = request.headers.authorization === 'Bearer good';
  const choices = [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }];
  const usage = { prompt_tokens: 8, completion_tokens: 1, total_tokens: 9 };
  const answer = isGood
    ? { id: 'c', object: 'chat.completion', model: 'm', choices, usage }
    : { error: { message: 'unknown key', type: 'invalid_request_error', code: 'invalid_api_key' } };
  request.resume();
  response.writeHead(isGood ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}
