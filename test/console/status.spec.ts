import { Console } from './console.js';

let app: Console;

beforeAll(async () => {
  app = await Console.start();
  await app.gateway.addChannel({ base_url: 'http://127.0.0.1:9', models: 'gpt-4o', name: 'tokyo' });
  await app.gateway.sql(
    `INSERT INTO request_hours SELECT extract(epoch FROM now())::bigint / 86400 * 86400 - day * 86400, 1, 0, 'gpt-4o', 100 - day, 0, 0, 0, day,
       0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}', '{}' FROM generate_series(0, 30) AS day`,
  );
});

afterAll(() => app?.close());

test('visitors have no link to the status page while it is off, and the page says so', () =>
  app.visit({}, async ({ page }) => {
    await page.goto('/about');
    await page.getByRole('link', { name: 'Pricing' }).waitFor();
    expect(await page.getByRole('link', { name: 'Status', exact: true }).count()).toBe(0);
    await page.goto('/status');
    await page.getByText('The status page is switched off').waitFor();
  }));

test('where it is on, a link of the header leads visitors to how the models answer', async () => {
  await app.gateway.option('StatusPageEnabled', 'true');
  await app.visit({}, async ({ page }) => {
    await page.goto('/about');
    await page.getByRole('link', { name: 'Status', exact: true }).click();
    await page.getByRole('heading', { name: 'Service status' }).waitFor();
    const strip = page.getByRole('img', { name: 'Uptime of gpt-4o within 90 days, on the worst day 70%' });
    await strip.waitFor();
    expect(await strip.locator('span').count()).toBe(90);
    expect(await page.getByText('85% in 90 days').count()).toBe(1);
    expect(await page.locator('main').textContent()).not.toContain('tokyo');
  });
});
