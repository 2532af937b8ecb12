import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openGroup } from './advanced-groups.js';
import { barriers } from './barriers.js';
import { Console } from './console.js';

/** Paths and headers of a custom channel, and the test of a channel before it is saved. */
let app: Console;
let upstream: Server;
const asked: { url: string; headers: IncomingHttpHeaders }[] = [];

beforeAll(async () => {
  app = await Console.start();
  upstream = createServer((request, response) => {
    asked.push({ url: request.url!, headers: request.headers });
    response.setHeader('content-type', 'application/json');
    if (request.url !== '/llm/run/gpt-4o') {
      response.statusCode = 404;
      return response.end('{"error": {"message": "there is nothing here"}}');
    }
    const message = { role: 'assistant', content: 'hello' };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }], usage }));
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
});

beforeEach(() => {
  asked.length = 0;
});

afterAll(async () => {
  await app?.close();
  upstream?.close();
});

test('a custom channel gets paths and headers, is tested before it is saved, and keeps them', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const address = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/llm`;
    await page.goto('/channel/add');
    const form = page.getByRole('dialog', { name: 'Create channel' });
    await form.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Custom channel' }).click();
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('tailored');
    await form.getByRole('textbox', { name: 'Full base URL' }).fill(address);
    await form.getByRole('textbox', { name: 'Key' }).fill('secret-of-tailored');
    await form.getByRole('button', { name: 'Clear all models' }).click();
    await form.getByRole('textbox', { name: 'Custom model names' }).fill('gpt-4o');
    await form.getByRole('button', { name: 'Add', exact: true }).click();

    await openGroup(form, 'Upstream');
    const part = form.getByRole('region', { name: 'Paths and headers' });
    await part.getByRole('combobox', { name: 'How the key is sent' }).click();
    await page.getByRole('option', { name: 'A custom header' }).click();
    await part.getByRole('textbox', { name: 'Name of the header' }).fill('X-Tailor');
    const headers = part.getByRole('textbox', { name: 'More headers' });
    await headers.fill('Host: elsewhere');
    await part.getByText('Invalid format, or this name or value is not allowed').waitFor();
    await headers.fill('X-Team: research\nX-Signed: v1 {key}');
    await part.getByText('Invalid format, or this name or value is not allowed').waitFor({ state: 'hidden' });
    const chat = part.getByRole('textbox', { name: 'Paths: Chat' });
    await chat.fill('/wrong/{model}');

    const run = form.getByRole('button', { name: 'Test this form' });
    await run.click();
    await form.getByText('The test failed').waitFor();
    await form.getByText(`${address}/wrong/gpt-4o`, { exact: true }).waitFor();
    await form.getByText('Status code 404', { exact: true }).waitFor();
    await form.getByText(/there is nothing here/).waitFor();
    await chat.fill('/run/{model}');
    await run.click();
    await form.getByText(/^Test passed in [\d.]+ s$/).waitFor();
    await form.getByText('Status code 200', { exact: true }).waitFor();
    expect(asked.at(-1)!.headers).toMatchObject({
      'x-tailor': 'secret-of-tailored',
      'x-team': 'research',
      'x-signed': 'v1 secret-of-tailored',
    });
    expect(await app.gateway.sql("SELECT id FROM channels WHERE name = 'tailored'")).toEqual([]);

    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Channel created').waitFor();
    const [channel] = await app.gateway.sql<{ id: number; setting: string }>(
      "SELECT id, setting FROM channels WHERE name = 'tailored'",
    );
    expect(JSON.parse(channel!.setting)).toEqual({
      upstream: {
        auth: 'header',
        auth_header: 'X-Tailor',
        headers: { 'X-Team': 'research', 'X-Signed': 'v1 {key}' },
        paths: { chat: '/run/{model}' },
      },
    });

    await page.goto(`/channel/edit/${channel!.id}`);
    const edit = page.getByRole('dialog', { name: 'Edit channel' });
    const kept = edit.getByRole('region', { name: 'Paths and headers' });
    expect(await kept.getByRole('textbox', { name: 'Paths: Chat' }).inputValue()).toBe('/run/{model}');
    expect(await kept.getByRole('textbox', { name: 'More headers' }).inputValue()).toBe(
      'X-Team: research\nX-Signed: v1 {key}',
    );
    // The stored key is used.
    await edit.getByRole('button', { name: 'Test this form' }).click();
    await edit.getByText(/^Test passed in [\d.]+ s$/).waitFor();
  }));

test('five fields make a channel: nothing is red before it was changed, and a failed test saves nothing', () =>
  app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    const address = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    const stored = () =>
      app.gateway.sql<{ id: number; status: number; base_url: string; last_test: string | null }>(
        "SELECT * FROM channels WHERE name = 'Custom channel'",
      );
    await page.goto('/channel/add');
    const form = page.getByRole('dialog', { name: 'Create channel' });
    const key = form.getByRole('textbox', { name: 'Key' });
    const name = form.getByRole('textbox', { name: 'Name', exact: true });
    await key.press('Tab');
    await name.focus();
    await name.blur();
    expect(await form.locator('[aria-invalid="true"], [data-error]').count()).toBe(0);

    // Found by another word than its name, which replaces the one that is shown.
    await form.getByRole('combobox', { name: 'Type' }).click();
    await page.keyboard.type('self-hosted');
    await page.keyboard.press('Enter');
    expect(await name.inputValue()).toBe('Custom channel');
    await form.getByRole('textbox', { name: 'Full base URL' }).fill(`${address}/nowhere`);
    await key.fill('sk-x');
    await form.getByRole('textbox', { name: 'Custom model names' }).fill('gpt-4o');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    const save = form.getByRole('button', { name: 'Test and save' });
    await save.click();
    const failure = form.getByRole('alert').filter({ hasText: 'The test failed; nothing was saved' });
    await failure.getByText('Status code 404').waitFor();
    await failure.getByText(/there is nothing here/).waitFor();
    expect(await stored()).toEqual([]);
    await form.getByRole('textbox', { name: 'Full base URL' }).fill(`${address}/llm/run/gpt-4o`);
    await save.click();
    await page.getByText(/Channel created; its test passed in [\d.]+ s/).waitFor();
    const [created] = await stored();
    expect(created).toMatchObject({ status: 1, base_url: `${address}/llm/run/gpt-4o` });

    await page.goto(`/channel/edit/${created!.id}`);
    const edit = page.getByRole('dialog', { name: 'Edit channel' });
    await edit.getByRole('textbox', { name: 'Full base URL' }).fill(`${address}/moved`);
    await edit.getByRole('button', { name: 'Test and save' }).click();
    await edit.getByText('The test failed; nothing was saved').waitFor();
    expect((await stored())[0]!.base_url).toBe(`${address}/llm/run/gpt-4o`);
    await edit.getByRole('button', { name: 'Save disabled' }).click();
    await page.getByText('Channel updated').waitFor();
    expect((await stored())[0]).toMatchObject({ status: 2, base_url: `${address}/moved` });
  }));

test('groups say what is set in them; a mapping is edited as a table or as JSON; retired models come last', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/channel/add');
    const form = page.getByRole('dialog', { name: 'Create channel' });
    await form.getByRole('button', { name: 'Clear all models' }).click();
    const models = form.getByRole('combobox', { name: 'Models' });
    await models.fill('gpt-4');
    const options = page.getByRole('option');
    await options.filter({ hasText: 'retired 2026-10-23' }).first().waitFor();
    expect(await options.first().textContent()).toMatch(/^gpt-4o/);
    expect(await options.last().textContent()).toMatch(/retired 20\d\d-\d\d-\d\d$/);
    await options.filter({ hasText: 'gpt-4-32k-0613' }).click();
    await form.getByText('1 models are retired; requests to them fail:').waitFor();
    await form.getByRole('button', { name: 'Remove retired' }).click();

    await openGroup(form, 'Routing and limits');
    await form.getByRole('textbox', { name: 'Channel priority' }).fill('10');
    await form.getByRole('button', { name: 'Routing and limits Channel priority 10' }).click();

    await openGroup(form, 'Mappings');
    const mapping = form.getByRole('group', { name: 'Model mapping' });
    await mapping.getByRole('button', { name: 'Model mapping: add a row' }).click();
    await page.keyboard.type('gpt-4');
    await page.keyboard.press('Tab');
    await page.keyboard.type('gpt-6-luna');
    await mapping.getByText('JSON', { exact: true }).click();
    const text = mapping.getByRole('textbox', { name: 'Model mapping' });
    expect(JSON.parse(await text.inputValue())).toEqual({ 'gpt-4': 'gpt-6-luna' });
    await text.fill('{"gpt-4": "gpt-6-luna",');
    expect(await mapping.getByRole('radio', { name: 'Table' }).isDisabled()).toBe(true);
    await text.fill('{"gpt-4": "gpt-5.5"}');
    await mapping.getByText('Table', { exact: true }).click();
    const upstreamModel = (row: number) =>
      mapping.getByRole('combobox', { name: `Model mapping: Upstream model, row ${row}` });
    expect(await upstreamModel(1).inputValue()).toBe('gpt-5.5');

    // Browsers without a window have no clipboard that could be filled.
    const name = form.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('{"a": "b", "gpt-4": "c"}');
    await name.press('Control+a');
    await name.press('Control+x');
    await upstreamModel(1).press('Control+v');
    expect(await upstreamModel(3).inputValue()).toBe('c');
    await mapping.getByText('Already in row 1').waitFor();
    await form.getByRole('button', { name: 'Mappings 3 models mapped' }).click();
    await form.getByRole('button', { name: 'Submit' }).click();
    await mapping.getByText('gpt-4 is mapped twice').waitFor();
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await barriers(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      const cut = form.locator('button, input').filter({ visible: true });
      const wide = await cut.evaluateAll(
        (all, edge) =>
          all.filter((one) => one.getBoundingClientRect().right > edge).map((one) => one.outerHTML),
        width,
      );
      expect(wide).toEqual([]);
    }
    await mapping.getByRole('button', { name: 'Model mapping: remove row 3' }).click();
    await mapping.getByText('gpt-4 is mapped twice').waitFor({ state: 'hidden' });
  }));
