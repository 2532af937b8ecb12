import type { Locator, Page } from 'playwright-core';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { jsonOfMapping, openGroup } from './advanced-groups.js';
import { Console } from './console.js';

/** What the form of a channel accepts, and what the list does with one. */
let app: Console;

beforeAll(async () => {
  app = await Console.start();
});

afterAll(() => app?.close());

test('a channel needs name, key, a model, and a mapping that can be read', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const form = await openForm(page);
    const submit = form.getByRole('button', { name: 'Submit' });
    await form.getByRole('button', { name: 'Clear all models' }).click();
    await submit.click();
    await page.getByText('Please enter channel name and key!').waitFor();
    for (const problem of [
      'Enter a channel name',
      'Please enter the key',
      'Please select at least one model!',
    ])
      await form.getByText(problem).waitFor();

    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('whole');
    await form.getByRole('textbox', { name: 'Key' }).fill('sk-secret-of-whole');
    await form.getByRole('textbox', { name: 'Custom model names' }).fill('gpt-4o, gpt-4o-mini');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    const mapping = await jsonOfMapping(form, 'Model mapping');
    await mapping.fill('{"gpt-4o":');
    await submit.click();
    await form.getByText('Model mapping must be in valid JSON format!').waitFor();
    await mapping.fill('{"gpt-4o": "gpt-4o-mini"}');
    await submit.click();
    await page.getByText('Channel created').waitFor();
    await page.getByRole('row', { name: 'whole' }).getByText('Enabled').waitFor();
    const [channel] = await app.gateway.sql<Record<string, unknown>>('SELECT * FROM channels');
    expect(channel).toMatchObject({
      models: 'gpt-4o,gpt-4o-mini',
      model_mapping: '{"gpt-4o": "gpt-4o-mini"}',
    });
  }));

test('types come from the server; one without a provider is shown and edited, but not offered', async () => {
  const id = await app.gateway.addChannel({ name: 'imported', base_url: 'http://127.0.0.1:9', models: 'm' });
  await app.gateway.sql('UPDATE channels SET type = 57 WHERE id = $1', [id]);
  await app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    const form = await openForm(page);
    await openGroup(form, 'Upstream');
    await form.getByRole('textbox', { name: 'Organization' }).waitFor();
    await form.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Azure OpenAI' }).waitFor();
    await page.getByRole('option', { name: 'Vertex AI' }).waitFor();
    expect(await page.getByRole('option', { name: 'Codex' }).count()).toBe(0);
    await page.getByRole('option', { name: 'Azure OpenAI' }).click();
    await form.getByRole('textbox', { name: 'AZURE_OPENAI_ENDPOINT' }).waitFor();
    await form.getByText('The name of a deployment must equal the name of its model').waitFor();

    await page.goto('/channel?keyword=imported');
    const row = page.getByRole('row', { name: 'imported' });
    await row.getByText('Codex').waitFor();
    await row.getByText('Not supported yet').waitFor();
    await page.goto(`/channel/edit/${id}`);
    const edit = page.getByRole('dialog', { name: 'Edit channel' });
    await edit.getByText('This type is not served yet').waitFor();
    await edit.getByRole('textbox', { name: 'API address' }).fill('http://127.0.0.1:10');
    await edit.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Channel updated').waitFor();
  });
  const [channel] = await app.gateway.sql<{ base_url: string }>(
    'SELECT base_url FROM channels WHERE id = $1',
    [id],
  );
  expect(channel!.base_url).toBe('http://127.0.0.1:10');
});

test('the region of a type that has regions is required', async () => {
  const id = await app.gateway.addChannel({ name: 'vertex', base_url: 'http://127.0.0.1:9', models: 'm' });
  await app.gateway.sql('UPDATE channels SET type = 41 WHERE id = $1', [id]);
  await app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    await page.goto(`/channel/edit/${id}`);
    const edit = page.getByRole('dialog', { name: 'Edit channel' });
    visit.expect(/api\/channel\/: 200 /);
    await edit.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Enter a deployment region').waitFor();
    await edit.getByRole('textbox', { name: 'Region' }).fill('us-central1');
    await edit.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Channel updated').waitFor();
  });
  const [channel] = await app.gateway.sql<{ other: string }>('SELECT other FROM channels WHERE id = $1', [
    id,
  ]);
  expect(channel!.other).toBe('us-central1');
});

test('a key of several parts has a field for each, and an incomplete key is refused', () =>
  app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    const form = await openForm(page);
    await form.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Tencent Hunyuan', exact: true }).click();
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('signed');
    await form.getByRole('textbox', { name: 'AppId' }).fill('1');
    visit.expect(/api\/channel\/: 200 /);
    await form.getByRole('button', { name: 'Submit' }).click();
    await page
      .getByText('The key must have the form AppId|SecretId|SecretKey / SecretId|SecretKey')
      .waitFor();
    await form.getByText('Without AppId').click();
    await form.getByRole('textbox', { name: 'SecretId' }).fill('AKID');
    await form.getByRole('textbox', { name: 'SecretKey' }).fill('of the account');
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Channel created').waitFor();
    await page.getByRole('row', { name: 'signed' }).getByText('Tencent Hunyuan').waitFor();
  }));

test('other addresses of a provider are filled in by a click', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const form = await openForm(page);
    await form.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Zhipu GLM-4V (v4)' }).click();
    await form.getByRole('button', { name: 'GLM Coding Plan' }).click();
    expect(await form.getByRole('textbox', { name: 'API address' }).inputValue()).toBe(
      'https://open.bigmodel.cn/api/coding/paas/v4',
    );
  }));

test('an address that ends in /v1 needs a confirmation', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const form = await openForm(page);
    await openGroup(form, 'Upstream');
    const address = form.getByRole('textbox', { name: 'API address' });
    const question = page.getByRole('dialog', { name: 'Check the address' });
    await address.fill('http://127.0.0.1:9/v1');
    await address.blur();
    await question.getByRole('button', { name: 'Keep it' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await address.inputValue()).toBe('http://127.0.0.1:9/v1');
    await address.fill('http://127.0.0.1:9/api/v1/');
    await address.blur();
    await question.getByRole('button', { name: 'Remove /v1' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await address.inputValue()).toBe('http://127.0.0.1:9/api');
  }));

test('an error of the server is shown and the form keeps its values', () =>
  app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    const form = await openForm(page);
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('circular');
    await form.getByRole('textbox', { name: 'Key' }).fill('sk-x');
    const mapping = await jsonOfMapping(form, 'Model mapping');
    await mapping.fill('{"a": "b", "b": "a"}');
    visit.expect(/api\/channel\/: 200 model_mapping_contains_cycle/);
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('The model mapping contains a cycle').waitFor();
    expect(await form.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('circular');
  }));

test('a stored key is never shown and stays when the field is left empty', async () => {
  const id = await app.gateway.addChannel({
    name: 'keeper',
    base_url: 'http://127.0.0.1:9',
    models: 'gpt-4o',
    key: 'sk-kept-secret',
  });
  const keyOf = async () =>
    (await app.gateway.sql<{ key: string }>('SELECT key FROM channels WHERE id = $1', [id]))[0]!.key;
  const before = await keyOf();
  await app.visit({ as: Console.root }, async ({ page }) => {
    const bodies: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/api/channel')) bodies.push(response.text());
    });
    await page.goto(`/channel/edit/${id}`);
    const form = page.getByRole('dialog', { name: 'Edit channel' });
    const name = form.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('keeper renamed');
    expect(await form.getByRole('textbox', { name: 'Key' }).inputValue()).toBe('');
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('row', { name: 'keeper renamed' }).waitFor();
    await page.waitForURL('**/channel');
    expect((await Promise.all(bodies)).join()).not.toContain('sk-kept-secret');
  });
  expect(await keyOf()).toBe(before);
});

test('an admin gives a channel another address together with its key', async () => {
  const id = await app.gateway.addChannel({
    name: 'moving',
    base_url: 'http://127.0.0.1:9',
    models: 'gpt-4o',
  });
  const helper = await app.addUser('mover');
  const [row] = await app.gateway.sql<{ id: number }>("SELECT id FROM users WHERE username = 'mover'");
  await app.gateway.manage('POST', '/api/user/manage', { id: row!.id, action: 'promote' });
  await app.visit({ as: helper }, async ({ page }) => {
    await page.goto(`/channel/edit/${id}`);
    const form = page.getByRole('dialog', { name: 'Edit channel' });
    await form.getByRole('textbox', { name: 'API address' }).fill('http://127.0.0.1:10');
    await form.getByRole('button', { name: 'Submit' }).click();
    await form.getByText('Enter the key again: type, address or proxy have changed').waitFor();
    await form.getByRole('textbox', { name: 'Key' }).fill('sk-of-the-new-place');
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.waitForURL('**/channel');
  });
  const [channel] = await app.gateway.sql<{ base_url: string }>(
    'SELECT base_url FROM channels WHERE id = $1',
    [id],
  );
  expect(channel!.base_url).toBe('http://127.0.0.1:10');
});

test('a channel is switched, ranked in the list, and deleted after its name was shown', async () => {
  const id = await app.gateway.addChannel({
    name: 'short-lived',
    base_url: 'http://127.0.0.1:9',
    models: 'm',
  });
  const stored = async () =>
    (
      await app.gateway.sql<{ status: number; priority: number }>('SELECT * FROM channels WHERE id = $1', [
        id,
      ])
    )[0];
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/channel?keyword=short-lived');
    const row = page.getByRole('row', { name: 'short-lived' });
    await row.getByRole('button', { name: 'Disable short-lived' }).click();
    await row.getByText('Disabled', { exact: true }).waitFor();
    await page.getByText('Done', { exact: true }).waitFor();
    expect((await stored())!.status).toBe(2);
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.click();
    await row.getByText('Enabled', { exact: true }).waitFor();
    await undo.waitFor({ state: 'hidden' });

    const priority = row.getByRole('textbox', { name: 'Priority of short-lived' });
    await priority.fill('7');
    await priority.press('Enter');
    await page.getByText('Saved').waitFor();
    expect(await stored()).toMatchObject({ status: 1, priority: 7 });

    await row.getByRole('button', { name: 'Delete channel short-lived' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete this channel?' });
    await question.getByText('short-lived', { exact: true }).waitFor();
    expect(await stored()).toBeDefined();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing matches').waitFor();
    // A deletion that waits is not forgotten when the page is left.
    await page.goto('/about');
    await page.goto('/channel?keyword=short-lived');
    await page.getByText('Nothing matches').waitFor();
    expect(await stored()).toBeUndefined();
  });
});

test('a number that is set while an earlier change of its row is being written is written after it', async () => {
  const id = await app.gateway.addChannel({ name: 'busy', base_url: 'http://127.0.0.1:9', models: 'm' });
  await app.visit({ as: Console.root }, async ({ page }) => {
    let letGo!: () => void;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let writes = 0;
    await page.route('**/api/channel/', async (route) => {
      if (route.request().method() === 'PUT' && ++writes === 1) await held;
      await route.continue();
    });
    await page.goto('/channel?keyword=busy');
    const row = page.getByRole('row', { name: 'busy' });
    await row.getByRole('button', { name: 'Disable busy' }).click();
    await row.getByText('Disabled', { exact: true }).waitFor();
    const priority = row.getByRole('textbox', { name: 'Priority of busy' });
    await priority.fill('7');
    await priority.press('Enter');
    letGo();
    await page.getByText('Saved').waitFor();
    expect(await priority.inputValue()).toBe('7');
    const [stored] = await app.gateway.sql('SELECT status, priority FROM channels WHERE id = $1', [id]);
    expect(stored).toMatchObject({ status: 2, priority: 7 });
    expect(writes).toBe(2);
  });
});

test('several keys make a channel each, or one channel that uses them in turn', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    let form = await openForm(page);
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('each');
    await form.getByRole('checkbox', { name: 'Create several' }).check();
    await form.getByRole('textbox', { name: 'Key' }).fill('sk-1\n\nsk-2\n');
    await form.getByText('2 channels will be created').waitFor();
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Channel created').waitFor();
    expect(await settingsOf('each')).toEqual(['', '']);

    form = await openForm(page);
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('together');
    await form.getByRole('switch', { name: 'Multiple keys' }).click();
    await form.getByRole('textbox', { name: 'Key', exact: true }).fill('sk-1\nsk-2');
    await form.getByText('2 keys, used in turn').waitFor();
    await openGroup(form, 'Routing and limits');
    await form.getByRole('textbox', { name: 'Limits per key: requests per minute' }).fill('5');
    await openGroup(form, 'Upstream');
    await form.getByRole('textbox', { name: 'Proxy' }).fill('socks5://127.0.0.1:1080');
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('row', { name: 'together' }).waitFor();
    const [setting] = await settingsOf('together');
    expect(JSON.parse(setting!)).toEqual({
      multi_key: true,
      key_limits: { requests_per_minute: 5 },
      proxy: 'socks5://127.0.0.1:1080',
    });
  }));

test('input that the server cannot read is reported beside its field, with its position', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const form = await openForm(page);
    await openGroup(form, 'Further settings');
    const setting = form.getByRole('textbox', { name: 'Extra settings (JSON)' });
    await setting.fill('{"proxy": "ftp://nowhere", "mine": 1}');
    const statuses = await jsonOfMapping(form, 'Status code mapping');
    await statuses.fill('{"400": "bad"}');
    await openGroup(form, 'Upstream');
    await form.getByRole('textbox', { name: 'Parameter override' }).fill('{"temperature": 0,}');
    await form.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Xinference' }).click();
    await form.getByRole('button', { name: 'Submit' }).click();
    for (const problem of [
      'The value of proxy is invalid',
      'Keys and values must be status codes from 100 to 599',
      'Not a valid JSON string (line 1, column 19)',
      'This type needs an API address',
    ])
      await form.getByText(problem, { exact: true }).waitFor();
    await form.getByRole('switch', { name: 'Normalize responses' }).click();
    // What the fields do not know stays.
    expect(JSON.parse(await setting.inputValue())).toEqual({
      proxy: 'ftp://nowhere',
      mine: 1,
      force_format: true,
    });
  }));

test('models are fetched with the key that was typed, and added to those that are there', async () => {
  const upstream = await ScriptedUpstream.start();
  try {
    await app.visit({ as: Console.root }, async ({ page }) => {
      const form = await openForm(page);
      await form.getByRole('button', { name: 'Clear all models' }).click();
      await form.getByRole('textbox', { name: 'Custom model names' }).fill('gpt-4o, my-own');
      await form.getByRole('button', { name: 'Add', exact: true }).click();
      await form.getByRole('button', { name: 'Get model list' }).click();
      await page.getByText('Please enter the key').first().waitFor();
      await openGroup(form, 'Upstream');
      await form.getByRole('textbox', { name: 'API address' }).fill(upstream.url);
      await form.getByRole('textbox', { name: 'Key' }).fill('sk-typed');
      await form.getByRole('button', { name: 'Get model list' }).click();
      await page.getByText('Model list retrieved, 2 models added').waitFor();
      await form.getByText('4 models', { exact: true }).waitFor();
      expect(upstream.last.headers.authorization).toBe('Bearer sk-typed');
      await form.getByText('1 models are not in the list of the upstream:').waitFor();
      await form.getByText(/models have no price or ratio of their own/).waitFor();
      await form.getByRole('button', { name: 'Remove', exact: true }).click();
      await form.getByText('3 models', { exact: true }).waitFor();
      await form.getByRole('button', { name: 'Undo' }).click();
      await form.getByText('1 models', { exact: true }).waitFor();
    });
  } finally {
    await upstream.close();
  }
});

/** The settings of the channels of a name. */
async function settingsOf(name: string): Promise<string[]> {
  const rows = await app.gateway.sql<{ setting: string }>('SELECT setting FROM channels WHERE name = $1', [
    name,
  ]);
  return rows.map(({ setting }) => setting);
}

async function openForm(page: Page): Promise<Locator> {
  await page.goto('/channel/add');
  const form = page.getByRole('dialog', { name: 'Create channel' });
  // The models of the type are filled in when they are known.
  await form.getByText(/^[1-9]\d* models$/).waitFor();
  return form;
}
