import type { Locator, Page } from 'playwright-core';
import { Mailbox } from '../auth/mail/mailbox.js';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { FreshModels } from '../setup/fresh-models.js';
import { until } from '../setup/until.js';
import { Console, type Account } from './console.js';

/** What people come for often, with the clicks and fields that it may take. The first call has a test of its own. */
let app: Console;
let upstream: ScriptedUpstream;
let mailbox: Mailbox;
let guest: Account;
let key: string;
let model: string;
let failed: string;
/** Id of the log row. */
let charged: number;
let code: string;

/** Counts what a person does. Keys that choose or confirm are clicks; Ctrl+K and scrolling are none. */
class Steps {
  clicks = 0;
  fields = 0;

  constructor(readonly page: Page) {}

  async click(target: Locator): Promise<void> {
    this.clicks++;
    await target.click();
  }

  async fill(target: Locator, text: string): Promise<void> {
    this.fields++;
    await target.fill(text);
  }

  /** Pastes what was copied elsewhere. */
  async paste(target: Locator, text: string): Promise<void> {
    this.fields++;
    await this.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await target.focus();
    await target.press('Control+v');
  }

  async find(text: string): Promise<void> {
    await this.page.keyboard.press('Control+k');
    await this.fill(this.page.getByRole('combobox', { name: 'Search and commands' }), text);
  }

  get taken(): string {
    return `${this.clicks} clicks, ${this.fields} fields`;
  }
}

/** @param from where sign-in leads, or the page on which one already is */
async function journey(
  as: Account,
  from: string,
  taken: string,
  act: (steps: Steps, page: Page) => Promise<void>,
): Promise<void> {
  await app.visit({ as }, async ({ page }) => {
    await page.goto(from);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const steps = new Steps(page);
    await act(steps, page);
    expect(steps.taken).toBe(taken);
  });
}

async function ask(): Promise<Response> {
  const response = await app.gateway.relay('/v1/chat/completions', key, {
    model,
    messages: [{ role: 'user', content: 'hello' }],
  });
  await response.text();
  return response;
}

const idOf = (response: Response) => response.headers.get('x-oneapi-request-id')!;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  mailbox = await Mailbox.open();
  app = await Console.start();
  const { gateway } = app;
  guest = await app.addUser('guest');
  model = await new FreshModels(gateway, 'journey').next();
  await gateway.option('RetryTimes', '0');
  for (const [option, value] of Object.entries(mailbox.options)) await gateway.option(option, value);
  key = await gateway.addToken({ name: 'leaked', unlimited_quota: true });
  await gateway.addChannel({ name: 'west line', base_url: upstream.url, models: model });
  await ask();
  upstream.next(
    { refuse: { status: 500, message: 'out of order' } },
    { refuse: { status: 500, message: 'out of order' } },
  );
  failed = idOf(await ask());
  await gateway.quiet();
  const [row] = await gateway.sql<{ id: number }>(
    'SELECT id FROM logs WHERE type = 2 ORDER BY id DESC LIMIT 1',
  );
  charged = row!.id;
  const broken = await gateway.addChannel({ name: 'east line', base_url: upstream.url, models: 'nothing' });
  await gateway.sql('UPDATE channels SET status = 3 WHERE id = $1', [broken]);
  [code] = (await gateway.manage<[string]>('POST', '/api/redemption/', {
    name: 'gift',
    quota: 2_500_000,
    count: 1,
  })) as [string];
});

afterAll(async () => {
  await app?.close();
  await upstream?.close();
  await mailbox?.close();
});

test('which channel needs attention is named where sign-in leads', () =>
  journey(Console.root, '/token', '0 clicks, 0 fields', async (_steps, page) => {
    await page.getByRole('link', { name: /^Channels that need attention: \d+ · east line$/ }).waitFor();
  }));

test('why the request of a user failed', () =>
  journey(Console.root, '/token', '1 clicks, 1 fields', async (steps, page) => {
    await steps.find(`it said: (request id: ${failed})`);
    await steps.click(page.getByRole('option', { name: /Log of this request/ }));
    await page.getByRole('row').filter({ hasText: model }).getByText(/500/).waitFor();
  }));

test('what a model costs', () =>
  journey(Console.root, '/token', '1 clicks, 0 fields', async (steps, page) => {
    await steps.click(page.getByRole('link', { name: 'Costs', exact: true }));
    await page.getByRole('region', { name: 'Costs by value' }).getByText(model).waitFor();
  }));

test.each([
  ['user', 'User', 'root'],
  ['channel', 'Channel', 'west line'],
  ['token', 'API token', 'leaked'],
])('what a %s costs', (_name, dimension, value) =>
  journey(Console.root, '/costs', '1 clicks, 0 fields', async (steps, page) => {
    await steps.click(
      page.getByRole('radiogroup', { name: 'By', exact: true }).getByText(dimension, { exact: true }),
    );
    await page.getByRole('region', { name: 'Costs by value' }).getByText(value).first().waitFor();
  }),
);

test('what a day costs', () =>
  journey(Console.root, '/costs', '1 clicks, 0 fields', async (steps, page) => {
    await steps.click(
      page.getByRole('radiogroup', { name: 'By', exact: true }).getByText('Day', { exact: true }),
    );
    await page
      .getByRole('region', { name: 'Costs by value' })
      .getByText(/^\d{4}-\d\d-\d\d$/)
      .first()
      .waitFor();
  }));

test('a provider key for five of its models: a paste, a click for each model, and the button that saves', async () => {
  const wanted = await journeyOfFive();
  const [channel] = await app.gateway.sql<{ type: number; models: string }>(
    `SELECT type, models FROM channels ORDER BY id DESC LIMIT 1`,
  );
  expect(channel).toEqual({ type: 14, models: wanted.join(',') });
});

/** @returns the models that were ticked */
async function journeyOfFive(): Promise<string[]> {
  let wanted: string[] = [];
  await journey(Console.root, '/channel/add', '6 clicks, 1 fields', async (steps, page) => {
    const form = page.getByRole('dialog', { name: 'Create channel' });
    await steps.paste(
      form.getByRole('textbox', { name: 'Key', exact: true }),
      'sk-ant-api03-secret-of-anthropic',
    );
    const list = form.getByRole('group', { name: 'Models of this provider' });
    await list.waitFor();
    await list.getByRole('checkbox').first().waitFor();
    const names = await list.locator('label').allTextContents();
    wanted = names.slice(0, 5);
    const [first, ...others] = wanted;
    await steps.click(list.getByRole('button', { name: `Only ${first}`, exact: true }));
    for (const model of others) await steps.click(list.getByRole('checkbox', { name: model, exact: true }));
    await list.getByText(`5 of ${names.length} chosen`).waitFor();
    await steps.click(form.getByRole('button', { name: 'Submit' }));
    await page.getByText('Channel created').waitFor();
  });
  return wanted;
}

test('an invitation by mail, from the palette', () =>
  journey(Console.root, '/token', '1 clicks, 1 fields', async (steps, page) => {
    await steps.find('ann@example.com');
    await steps.click(page.getByRole('option', { name: /^Invite ann@example.com/ }));
    await page.getByText('The invitation was sent to ann@example.com').waitFor();
    expect(mailbox.link('ann@example.com').hash).not.toBe('');
  }));

test('a refund, from the receipt', () =>
  journey(Console.root, `/log?receipt=${charged}`, '2 clicks, 1 fields', async (steps, page) => {
    const receipt = page.getByRole('dialog', { name: 'Receipt' });
    await steps.click(receipt.getByRole('button', { name: 'Refund' }));
    const dialog = page.getByRole('dialog', { name: 'Refund this request' });
    await steps.fill(dialog.getByRole('textbox', { name: 'Reason' }), 'a wrong answer');
    await steps.click(dialog.getByRole('button', { name: 'Refund' }));
    await receipt.getByText('Refunded', { exact: true }).waitFor();
  }));

test('a top-up by a code', () =>
  journey(guest, '/token', '2 clicks, 1 fields', async (steps, page) => {
    await steps.click(
      page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'Wallet' }),
    );
    await steps.fill(page.getByRole('textbox', { name: 'Redemption code' }), code);
    await steps.click(page.getByRole('button', { name: 'Redeem', exact: true }));
    await page.getByText('$5.00').first().waitFor();
  }));

test('a leaked key is disabled', () =>
  journey(Console.root, '/token', '1 clicks, 1 fields', async (steps, page) => {
    await steps.find(key);
    await steps.click(page.getByRole('option', { name: 'Disable token leaked of root' }));
    await until(async () => (await ask()).status === 401);
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await ask()).status === 200);
  }));

test('a balance is changed, with a reason', () =>
  journey(Console.root, '/user', '2 clicks, 2 fields', async (steps, page) => {
    await steps.click(page.getByRole('button', { name: 'Add or subtract quota of guest' }));
    const dialog = page.getByRole('dialog', { name: 'Add or subtract quota of guest' });
    await steps.fill(dialog.getByRole('textbox', { name: 'Quota to add' }), '1.5');
    await dialog.getByText('750,000 quota units').waitFor();
    await steps.fill(dialog.getByRole('textbox', { name: 'Reason' }), 'a test account');
    await steps.click(dialog.getByRole('button', { name: 'OK' }));
    await page.getByText('Quota of guest changed by $1.50').waitFor();
  }));

test('a balance that was changed says why in the wallet of its user', () =>
  app.visit({ as: guest }, async ({ page }) => {
    await page.goto('/topup');
    await page.getByText('a test account').waitFor();
  }));

/** The field of the price has the focus when the page of prices shows a model. */
async function raise(steps: Steps, page: Page, ratio: string): Promise<void> {
  await steps.fill(page.getByRole('textbox', { name: `Model ratio of ${model}`, exact: true }), ratio);
  await steps.click(page.getByRole('button', { name: 'Apply changes' }));
  await page.getByText('Saved successfully').waitFor();
}

test('a price is raised, from the name of its model', () =>
  journey(Console.root, '/costs', '2 clicks, 1 fields', async (steps, page) => {
    await steps.click(page.getByRole('link', { name: `Price of ${model}` }));
    await raise(steps, page, '7');
  }));

test('a price is raised, from the palette', () =>
  journey(Console.root, '/token', '2 clicks, 2 fields', async (steps, page) => {
    await steps.find(`>price ${model}`);
    await steps.click(page.getByRole('option').filter({ hasText: model }).first());
    await raise(steps, page, '8');
    await page
      .getByRole('button', { name: /^.*: Changed .* by root$/ })
      .first()
      .waitFor();
  }));

test('one click leads administrators from the name of a model to its price, wherever it stands', async () => {
  await app.visit({ as: Console.root }, async ({ page }) => {
    const [channel] = await app.gateway.sql<{ id: number }>(
      `SELECT id FROM channels WHERE name = 'west line'`,
    );
    for (const path of [
      '/pricing',
      `/channel/${channel!.id}`,
      `/log?receipt=${charged}`,
      '/costs',
      '/playground',
    ]) {
      await page.goto(path);
      const link = page.getByRole('link', { name: /^Price of / }).first();
      expect(await link.getAttribute('href')).toMatch(/^\/prices\?model=/);
    }
    await page.goto('/overview');
    const unpriced = page.getByRole('region', { name: 'Models without a price' });
    await unpriced.getByRole('link', { name: 'nothing' }).waitFor();
    await page.goto('/log?type=2');
    await page.locator('[data-expander]').first().click();
    await page.getByRole('link', { name: `Price of ${model}` }).click();
    await page.waitForURL(`**/prices?model=${model}`);
  });
  await app.visit({ as: guest }, async ({ page }) => {
    await page.goto('/pricing');
    await page.getByText(model).first().waitFor();
    expect(await page.getByRole('link', { name: /^Price of / }).count()).toBe(0);
  });
});
