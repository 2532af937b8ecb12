import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { Console } from './console.js';

/** The panel of a new channel's form that recognises a pasted key. */
let app: Console;
let upstream: Server;
const asked: string[] = [];

beforeAll(async () => {
  app = await Console.start();
  upstream = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization ?? ''}`);
    if (request.url !== '/v1/models') return response.writeHead(404).end();
    const models = ['qwen3-32b', 'bge-m3'].map((id) => ({ id, object: 'model', owned_by: 'vllm' }));
    response.end(JSON.stringify({ object: 'list', data: models }));
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

async function openPanel(page: Page): Promise<{ form: Locator; panel: Locator }> {
  await page.goto('/channel/add');
  const form = page.getByRole('dialog', { name: 'Create channel' });
  await form.getByRole('button', { name: 'Recognize a pasted key' }).click();
  return { form, panel: form.getByRole('region', { name: 'Recognize a key' }) };
}

/** Cuts the text from another field, because browsers without a window have no clipboard that could be filled. */
async function paste(form: Locator, key: string): Promise<void> {
  const other = form.getByRole('textbox', { name: 'Name', exact: true });
  await other.fill(key);
  await other.press('Control+a');
  await other.press('Control+x');
  await form.getByRole('textbox', { name: 'Key to recognize' }).press('Control+v');
}

test('a pasted key with a known prefix fills in the form', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const { form, panel } = await openPanel(page);
    await paste(form, 'gsk_secret-of-groq');
    await panel.getByText('Certain').waitFor();
    await panel.getByText('The key begins with gsk_ · api.groq.com').waitFor();
    await panel.getByRole('button', { name: 'Use Groq' }).click();
    await page.getByText('Groq was filled in; check it before you submit').waitFor();
    expect(await form.getByRole('combobox', { name: 'Type' }).inputValue()).toBe('Groq');
    const name = form.getByRole('textbox', { name: 'Name', exact: true });
    expect(await name.inputValue()).toBe('Groq');
    expect(await name.evaluate((field) => field.matches(':focus'))).toBe(true);
    expect(await form.getByRole('textbox', { name: 'Key' }).inputValue()).toBe('gsk_secret-of-groq');
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Channel created').waitFor();
    const [channel] = await app.gateway.sql<Record<string, unknown>>(
      "SELECT * FROM channels WHERE name = 'Groq'",
    );
    expect(channel).toMatchObject({ type: 1000, base_url: '' });
    expect(channel!.models).toContain('openai/gpt-oss-120b');
    // Shut down in August 2026.
    expect(channel!.models).not.toContain('llama-3.3-70b-versatile');
  }));

test('a key of several providers: those that would receive it are named before it is sent', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const { form, panel } = await openPanel(page);
    await paste(form, `sk-${'0a1b2c3d'.repeat(4)}`);
    await panel.getByRole('button', { name: 'Use DeepSeek' }).waitFor();
    await panel.getByRole('button', { name: 'Use Moonshot International' }).waitFor();
    await panel.getByText('The key is sent to these addresses').waitFor();
    for (const receiver of ['DeepSeek (api.deepseek.com)', 'Moonshot International (api.moonshot.ai)'])
      await panel.getByText(receiver, { exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Send key and check' }).waitFor();
  }));

test('a server is recognised by its list of models, which is filled in', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const { form, panel } = await openPanel(page);
    const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    await panel.getByRole('textbox', { name: 'Upstream address' }).fill(`${url}/v1`);
    await paste(form, 'secret-of-the-server');
    await panel.getByText('Unknown addresses are usually OpenAI-compatible').waitFor();
    expect(asked).toEqual([]);
    await panel.getByRole('button', { name: 'Send key and check' }).click();
    await panel.getByText('It listed 2 models').waitFor();
    expect(asked).toContain('/v1/models Bearer secret-of-the-server');
    await panel.getByRole('button', { name: 'Use vLLM' }).click();
    expect(await form.getByRole('combobox', { name: 'Type' }).inputValue()).toBe('vLLM');
    expect(await form.getByRole('textbox', { name: 'Server address' }).inputValue()).toBe(url);
    for (const name of ['qwen3-32b', 'bge-m3'])
      expect(await form.getByRole('checkbox', { name, exact: true }).isChecked()).toBe(true);
  }));

test('a key pasted into its field chooses the provider, unless the user chose one', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/channel/add');
    const form = page.getByRole('dialog', { name: 'Create channel' });
    const type = form.getByRole('combobox', { name: 'Type' });
    const key = form.getByRole('textbox', { name: 'Key', exact: true });
    const pasted = async () => {
      await page.evaluate("navigator.clipboard.writeText('gsk_secret-of-groq')");
      await key.fill('');
      await key.press('Control+v');
    };
    await pasted();
    await page.getByText('Groq was filled in; check it before you submit').waitFor();
    expect(await type.inputValue()).toBe('Groq');
    expect(await form.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Groq');
    await form.getByRole('group', { name: 'Models of this provider' }).waitFor();

    await type.click();
    await page.getByRole('option', { name: 'DeepSeek', exact: true }).click();
    await pasted();
    expect(await key.inputValue()).toBe('gsk_secret-of-groq');
    // A key of another provider is not looked up.
    expect(await form.getByRole('group', { name: 'Models of this provider' }).count()).toBe(0);
    expect(await type.inputValue()).toBe('DeepSeek');
  }));

test('a key in parts is shown in the fields of its form', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const { form, panel } = await openPanel(page);
    await paste(form, 'ABSKsecret-of-bedrock');
    await panel.getByRole('button', { name: 'Use AWS Bedrock' }).click();
    expect(await form.getByRole('textbox', { name: 'API key' }).inputValue()).toBe('ABSKsecret-of-bedrock');
    await form.getByRole('textbox', { name: 'Region' }).waitFor();
  }));

test('an unknown key says so', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const { form, panel } = await openPanel(page);
    await paste(form, 'nothing known');
    await panel.getByText('The provider cannot be identified from this key').waitFor();
    await panel.getByRole('button', { name: 'Cancel' }).click();
    const opener = form.getByRole('button', { name: 'Recognize a pasted key' });
    expect(await opener.evaluate((button) => button.matches(':focus'))).toBe(true);
  }));
