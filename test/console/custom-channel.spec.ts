import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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
