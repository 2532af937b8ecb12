import { barriers } from './barriers.js';
import { Console } from './console.js';

/** Where the key of a channel is stored, in its form and in the list. */
const REFERENCE = 'env:CHANNEL_KEY_CONSOLE';
const VALUE = 'sk-of-the-variable-0123456789';
let app: Console;

beforeAll(async () => {
  app = await Console.start({ CHANNEL_KEY_CONSOLE: VALUE, KEY_REFERENCE_TTL: '1' });
});
afterAll(async () => {
  delete process.env.CHANNEL_KEY_CONSOLE;
  delete process.env.KEY_REFERENCE_TTL;
  await app?.close();
});

test('the form explains references and shows the stored one, and the list marks it and what cannot be read', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/channel/add');
    const form = page.getByRole('dialog', { name: 'Create channel' });
    await form.getByText(/you can enter where it is stored: env:NAME/).waitFor();
    await form.getByRole('textbox', { name: 'Key' }).fill(REFERENCE);
    await form.getByText('Key from a variable').waitFor();
    await form.getByText(REFERENCE).last().waitFor();
    expect(await barriers(page)).toEqual([]);
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('referring');
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Channel created').waitFor();
    const row = page.getByRole('row', { name: /referring/ });
    await row.getByText(/Key from a variable/).waitFor();

    delete process.env.CHANNEL_KEY_CONSOLE;
    const reason = `${REFERENCE}: there is no value`;
    const badge = page.getByRole('button', { name: `Key not read. ${reason}` });
    for (let look = 0; (await badge.count()) === 0; look++) {
      if (look > 30) throw new Error('the list does not mark the channel');
      await page.reload();
      await row.waitFor();
    }
    expect(await barriers(page)).toEqual([]);
    const [channel] = await app.gateway.sql<{ id: number }>(
      "SELECT id FROM channels WHERE name = 'referring'",
    );
    await page.goto(`/channel/edit/${channel!.id}`);
    await page.getByRole('dialog').getByText(reason).waitFor();
    expect(await page.content()).not.toContain(VALUE);
  }));
