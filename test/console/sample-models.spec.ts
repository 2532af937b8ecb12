import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { Console } from './console.js';

/** Samples, the home page and the playground begin with a model that answers: priced, in service, and for chats. */
let app: Console;
let upstream: ScriptedUpstream;
const PHONE = { viewport: { width: 390, height: 844 } };

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  app = await Console.start();
  await app.gateway.setQuota(5_000_000);
  await app.gateway.addToken({ name: 'sampled' });
});

afterAll(async () => {
  await app?.close();
  await upstream?.close();
});

test('without a callable model, the page says so and no sample names a model', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/');
    await page.getByText('No chat model with a price is available yet.').waitFor();
    await page.getByText('"model": "MODEL_NAME"').waitFor();
    await page.goto('/token');
    await page.getByRole('button', { name: 'Code samples for sampled' }).click();
    const samples = page.getByRole('dialog', { name: 'Code samples for sampled' });
    await samples
      .getByText('No chat model with a price is available to the group of this token yet')
      .waitFor();
    await page.goto('/playground');
    await page.getByText('No chat model with a price is available to this group yet.').waitFor();
  }));

test('the cheapest priced chat model is the sample; what was used last comes before it', async () => {
  // First by name: one without a price, one that draws, one of another group.
  await app.gateway.addChannel({
    base_url: upstream.url,
    models: 'aa-unpriced,dall-e-3,text-embedding-3-small,gpt-4o,o1',
  });
  await app.gateway.addChannel({ base_url: upstream.url, models: 'gpt-4.1-nano', group: 'vip' });
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/');
    await page.getByText('"model": "gpt-4o"').waitFor();
    await page.goto('/token');
    await page.getByRole('button', { name: 'Code samples for sampled' }).click();
    await page.getByText('"model": "gpt-4o"').waitFor();

    await page.goto('/playground');
    const model = page.getByRole('combobox', { name: 'Model' });
    await page.locator('input[role="combobox"][value="gpt-4o"]').waitFor();
    await model.click();
    await page.getByRole('option', { name: 'o1', exact: true }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill('Hi');
    await page.keyboard.press('Enter');
    await page.getByText('Hello from the scripted upstream.').waitFor();
    await page.goto('/');
    await page.getByText('"model": "o1"').waitFor();
    await page.goto('/playground');
    await page.locator('input[role="combobox"][value="o1"]').waitFor();
  });
});

test('the parameters of the playground are out of the way on a phone until they are asked for', () =>
  app.visit({ as: Console.root, screen: PHONE }, async ({ page }) => {
    await page.goto('/playground');
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Show parameters' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Model' }).waitFor();
  }));
