import type { Page } from 'playwright-core';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { barriers } from './barriers.js';
import { Console } from './console.js';

/** The playground, and chat applications of other sites. */
let app: Console;
let upstream: ScriptedUpstream;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  app = await Console.start();
  await app.gateway.addChannel({ base_url: upstream.url, models: 'gpt-4o,gpt-4o-mini' });
  await app.gateway.setQuota(5_000_000);
});

afterAll(async () => {
  await app?.close();
  await upstream?.close();
});

beforeEach(() => upstream.clear());

const ask = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.keyboard.press('Enter');
};
const answer = (page: Page) => page.getByRole('article').last();

test('an answer streams in as Markdown, after the thoughts, and is in the log', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    upstream.next({
      answer: {
        reasoning: ['Let me', ' see.'],
        text: ['Here **it', '** is:\n\n```js\nlet a', ' = 1;\n```\n'],
      },
    });
    await page.goto('/playground');
    await page.getByText('Hello! What can I do for you?').waitFor();
    expect(await page.getByRole('article').count()).toBe(0);
    await page.getByRole('button', { name: /^Explain in plain words/ }).click();
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toMatch(/^Explain/);
    await ask(page, 'Show me');
    await answer(page).getByText('let a = 1;').waitFor();
    expect(await answer(page).locator('strong').textContent()).toBe('it');
    await answer(page).getByRole('button', { name: 'Reasoning' }).click();
    await answer(page).getByText('Let me see.').waitFor();
    await answer(page).getByRole('button', { name: 'Copy js' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('let a = 1;');
    expect(upstream.last.json).toMatchObject({
      model: 'gpt-4o-mini',
      stream: true,
      temperature: 0,
      messages: [{ role: 'system' }, { role: 'user', content: 'Show me' }],
    });
    await app.gateway.quiet();
    await page.goto('/log?type=2');
    await page.getByText('playground-default').waitFor();
  }));

test('the settings of the panel are sent with the request', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/playground');
    const panel = page.getByRole('complementary', { name: 'Parameters' });
    await panel.getByRole('combobox', { name: 'Model' }).click();
    await page.getByRole('option', { name: 'gpt-4o', exact: true }).click();
    await panel.getByRole('textbox', { name: 'MaxTokens' }).fill('64');
    await panel.getByRole('textbox', { name: 'System' }).fill('');
    await panel.getByRole('slider').press('ArrowRight');
    await page.getByRole('button', { name: 'Clear context' }).click();
    await ask(page, 'Hi');
    await answer(page).getByText('Hello from the scripted upstream.').waitFor();
    expect(upstream.last.json).toMatchObject({
      model: 'gpt-4o',
      max_tokens: 64,
      temperature: 0.2,
      messages: [{ role: 'user', content: 'Hi' }],
    });
  }));

test('an answer can be stopped, and asked for again', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    upstream.next({ frames: 4, ending: 'stall' });
    await page.goto('/playground');
    await ask(page, 'Go on');
    await answer(page).getByText('Hello from').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
    expect(await page.getByRole('article').count()).toBe(2);
    await answer(page).getByRole('button', { name: 'Regenerate' }).click();
    await answer(page).getByText('Hello from the scripted upstream.').waitFor();
    expect(await page.getByRole('article').count()).toBe(2);

    const question = page.getByRole('article').first();
    await question.getByRole('button', { name: 'Edit and resend' }).click();
    await question.getByRole('textbox', { name: 'Edit and resend' }).fill("What's new?");
    await question.getByRole('button', { name: 'Send' }).click();
    await answer(page)
      .getByText(/tokens in .* first token \d\.\d s · \d\.\d s · about \$0\.\d{6}/)
      .waitFor();
    expect(upstream.last.json).toMatchObject({
      messages: [{ role: 'system' }, { role: 'user', content: "What's new?" }],
    });

    await page.getByRole('button', { name: 'Export and code' }).click();
    await page.getByRole('menuitem', { name: 'View as code' }).click();
    await page.getByText(String.raw`"What'\''s new?"`).waitFor();
    await page.getByRole('tab', { name: 'Python' }).click();
    await page.getByText('client.chat.completions.create').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear context' }).click();
    const png = { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from('not looked at') };
    await page.locator('input[type=file]').setInputFiles(png);
    await page.getByRole('button', { name: 'Remove image 1' }).waitFor();
    await ask(page, 'What is this?');
    await answer(page).getByText('Hello from the scripted upstream.').waitFor();
    const url = `data:image/png;base64,${png.buffer.toString('base64')}`;
    const content = [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url } },
    ];
    expect(upstream.last.json).toMatchObject({ messages: [{ role: 'system' }, { role: 'user', content }] });
    await page.getByRole('button', { name: 'Past conversations' }).click();
    await page.getByRole('button', { name: /^What's new/ }).click();
    expect(await page.getByRole('article').count()).toBe(2);
  }));

test('a refused request and an error in the middle of a response are shown in place of the response', () =>
  app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    await page.goto('/playground');
    visit.expect(/pg\/chat\/completions: 400/, /status of 400/);
    upstream.next('bad-request');
    await ask(page, 'One');
    await answer(page).getByRole('alert').getByText('scripted bad request').waitFor();
    await answer(page).getByText('The request is not one that this endpoint accepts.').waitFor();
    upstream.otherwise = 'error-mid-stream';
    await ask(page, 'Two');
    await answer(page).getByRole('alert').waitFor();
    await answer(page).getByText('Hello from').waitFor();
  }));

test('two models answer the same prompt side by side; each is stopped or closed alone, and both survive a reload', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    upstream.forModel('gpt-4o', { frames: 4, ending: 'stall' });
    await page.goto('/playground');
    await page.getByRole('button', { name: 'Compare models' }).click();
    await ask(page, 'Compare this');
    const left = page.getByRole('log', { name: 'Conversation with gpt-4o-mini' });
    const right = page.getByRole('log', { name: 'Conversation with gpt-4o', exact: true });
    await left.getByText(/^gpt-4o-mini · .*first token .* about \$/).waitFor();
    await right.getByText('Hello from').waitFor();
    expect(upstream.requests.map(({ json }) => (json as { model: string }).model).toSorted()).toEqual([
      'gpt-4o',
      'gpt-4o-mini',
    ]);
    await page.getByRole('button', { name: 'Stop gpt-4o', exact: true }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
    expect(await barriers(page, 'main')).toEqual([]);

    await page.reload();
    await right.getByText('Hello from').waitFor();
    await left.getByText('Compare this').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await left.waitFor();
    await page
      .getByRole('radiogroup', { name: 'Compared model' })
      .getByText('gpt-4o', { exact: true })
      .click();
    await right.waitFor();
    expect(await left.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Close gpt-4o', exact: true }).click();
    await page.getByRole('log', { name: 'Conversation', exact: true }).getByText('Compare this').waitFor();
  }));

test('tools are checked and offered, their calls are answered; texts and PDF files are attached', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/playground');
    await page.getByRole('button', { name: 'Tools' }).click();
    const tools = page.getByLabel('Definitions of tools (JSON)');
    await tools.fill('[{"name":"two words"}]');
    await page.getByText('Tool 1: the name must have').first().waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('Add');
    expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    await tools.fill('[{"name":"get_weather","parameters":{"type":"object"}}]');
    upstream.next('tools');
    await page.locator('input[type=file]').setInputFiles([
      { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('alpha') },
      { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
    ]);
    await page.getByRole('button', { name: 'Remove file page.pdf' }).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const result = answer(page).getByRole('textbox', { name: /^Result of / });
    await result.first().waitFor();
    expect(upstream.last.json).toMatchObject({
      tools: [{ type: 'function', function: { name: 'get_weather' } }],
      messages: [
        {},
        {
          content: [
            { type: 'text', text: 'notes.md:\n\nalpha' },
            { type: 'file', file: { filename: 'page.pdf' } },
            { type: 'text', text: 'Add' },
          ],
        },
      ],
    });
    await result.first().fill('18 degrees');
    await answer(page).getByRole('button', { name: 'Send results' }).click();
    await answer(page).getByText('Hello from the scripted upstream.').waitFor();
    const { messages } = upstream.last.json as { messages: { role: string; content: string }[] };
    expect(messages.filter(({ role }) => role === 'tool')[0]).toMatchObject({ content: '18 degrees' });
  }));

test('Enter sends unless a word is being composed; Shift+Enter breaks the line', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/playground');
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('one');
    await field.press('Shift+Enter');
    await field.pressSequentially('two');
    await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true });
    expect(await field.inputValue()).toBe('one\ntwo');
    await field.press('Enter');
    expect(await field.inputValue()).toBe('');
  }));

test('chat applications are opened with the first token that works', async () => {
  const links = JSON.stringify([
    { Web: `${upstream.url}/chat?at={address}&key={key}` },
    { App: 'opencat://join?domain={address}&token={key}' },
  ]);
  await app.gateway.option('Chats', links);
  await app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    await page.goto('/chat/1');
    await page.getByRole('button', { name: 'Trust opencat://' }).click();
    await page.getByText('You have no enabled token. Create or enable one first.').waitFor();
    await page.waitForURL('**/token');
  });
  await app.gateway.addToken({ name: 'off' });
  const key = await app.gateway.addToken({ name: 'on' });
  await app.gateway.sql("UPDATE tokens SET status = 2 WHERE name = 'off'");
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/chat/1');
    await page.getByRole('button', { name: 'Trust opencat://' }).click();
    const link = page.getByRole('link', { name: 'Open App' });
    expect(await link.getAttribute('href')).toBe(
      `opencat://join?domain=${encodeURIComponent(new URL(page.url()).origin)}&token=${key}`,
    );
    await page.goto('/chat');
    await page.getByRole('link', { name: 'Web' }).click();
    await page.getByRole('button', { name: /^Trust / }).click();
    const frame = page.locator('iframe');
    expect(await frame.getAttribute('src')).toContain(`&key=${key}`);
    expect(await frame.getAttribute('sandbox')).not.toContain('allow-top-navigation');
  });
});
