import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { FreshModels } from '../setup/fresh-models.js';
import { until } from '../setup/until.js';
import { Console } from './console.js';

/**
 * An incident as operators meet it: a provider dies under load. The page shows it within seconds, and what it did is found without
 * a search through the log.
 */
const NOTICED_MS = 10_000;
/** Twelve requests a second. */
const PAUSE_MS = 83;
/** More than the test takes. */
const MOST_REQUESTS = 1500;

let app: Console;
let upstreams: ScriptedUpstream[];
let dying: ScriptedUpstream;
let dead: number;
let shared: string;
/** Served by the channel that dies alone. */
let alone: string;
let key: string;
let isOver = false;
let load: Promise<void>;
/** Statuses of the answers to the load. */
const statuses: number[] = [];

beforeAll(async () => {
  upstreams = await Promise.all([1, 2, 3].map(() => ScriptedUpstream.start()));
  dying = upstreams[0]!;
  app = await Console.start();
  const { gateway } = app;
  const models = new FreshModels(gateway, 'incident');
  [shared, alone] = [await models.next(), await models.next()];
  await gateway.option('RetryTimes', '2');
  key = await gateway.addToken({ name: 'leaked', unlimited_quota: true });
  const ids = await gateway.addChannels(
    ['dying', 'second', 'third'].map((name, index) => ({
      name: `${name} line`,
      base_url: upstreams[index]!.url,
      models: index === 0 ? `${shared},${alone}` : shared,
    })),
  );
  dead = ids[0]!;
  load = serve();
});

afterAll(async () => {
  isOver = true;
  await load;
  await app?.close();
  await Promise.all(upstreams.map((one) => one.close().catch(() => undefined)));
});

function ask(model: string): Promise<Response> {
  // Repetitions of a conversation would go to the channel of the first.
  const messages = [{ role: 'user', content: `hello ${randomUUID()}` }];
  return app.gateway.relay('/v1/chat/completions', key, { model, messages });
}

/** A small steady load until the test is over. */
async function serve(): Promise<void> {
  const open = new Set<Promise<unknown>>();
  for (let sent = 0; sent < MOST_REQUESTS && !isOver; sent++) {
    const answered = ask(shared)
      .then(async (answer) => {
        await answer.text();
        statuses.push(answer.status);
      })
      .finally(() => open.delete(answered));
    open.add(answered);
    await sleep(PAUSE_MS);
  }
  await Promise.all(open);
}

async function paste(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search and commands' }).fill(text);
}

test('a provider that dies under load is seen within ten seconds, and what it did is found by clicks and pastes', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await until(
      () => upstreams.every(({ requests }) => requests.length > 5),
      () => `${upstreams.map(({ requests }) => requests.length).join()} requests, ${statuses.at(-1)}`,
    );
    await page.goto('/overview');
    await page.getByText('No channel needs attention').waitFor();
    await dying.close();
    const killedAt = performance.now();
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByRole('link', { name: `dying line Failing (${shared})` }).waitFor();
    expect(performance.now() - killedAt).toBeLessThan(NOTICED_MS);
    expect(await attention.getByRole('listitem').count()).toBe(1);

    // Two clicks.
    const results = page.getByRole('region', { name: 'Results of requests' });
    await results.getByRole('link', { name: 'Usage log of Answered by a retry' }).click();
    await page
      .getByRole('button', { name: /^Receipt of \$/ })
      .first()
      .click();
    const receipt = page.getByRole('dialog', { name: 'Receipt' });
    await receipt.getByText(/equal to the charge/).waitFor();
    const [failed, answered] = [
      receipt.getByText('Failed', { exact: true }),
      receipt.getByText('Answered', { exact: true }),
    ];
    await failed.first().waitFor();
    await answered.waitFor();
    await receipt
      .getByRole('link', { name: `#${dead} dying line` })
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await receipt.waitFor({ state: 'hidden' });

    const refused = await ask(alone);
    await refused.text();
    expect(refused.status).toBeGreaterThanOrEqual(500);
    const id = refused.headers.get('x-oneapi-request-id')!;
    await paste(page, id);
    await page.getByRole('option', { name: /Log of this request/ }).click();
    await page.waitForURL((url) => url.searchParams.get('request_id') === id);
    const row = page.getByRole('row').filter({ hasText: alone });
    // Rows of failed requests are written a moment later.
    await until(async () => {
      if (await row.isVisible()) return true;
      await page.reload();
      await row.or(page.getByText('Nothing matches')).first().waitFor();
      return row.isVisible();
    });

    // Clients of the dead provider were served all the time.
    expect(new Set(statuses)).toEqual(new Set([200]));
    await paste(page, key);
    await page.getByRole('option', { name: /Token leaked of root/ }).click();
    await page.getByRole('button', { name: 'Disable token leaked of root' }).click();
    await until(() => statuses.at(-1) === 401);
  }));
