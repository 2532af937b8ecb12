import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Console } from './console.js';

const MODELS = 220;

/** Every model once, and no more than this many at a time: a provider that rejects bursts and repetitions. */
const MAX_AT_ONCE = 4;

/** Batches of the console and the gateway's own limit of requests, which must not be taken for their result. */
let app: Console;
let provider: Server;
let asked: string[] = [];
let open = 0;

beforeAll(async () => {
  provider = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1');
  await once(provider, 'listening');
});

beforeEach(() => {
  asked = [];
});

afterEach(() => app?.close());

afterAll(() => {
  provider?.close();
});

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  open++;
  response.on('close', () => open--);
  const { model } = JSON.parse(await text(request)) as { model: string };
  response.setHeader('content-type', 'application/json');
  if (open > MAX_AT_ONCE || asked.includes(model)) {
    const error = { message: 'too many requests', type: 'rate_limit_error', code: 'rate_limited' };
    return void response.writeHead(429).end(JSON.stringify({ error }));
  }
  asked.push(model);
  const message = { role: 'assistant', content: 'Hello' };
  const usage = { prompt_tokens: 8, completion_tokens: 1, total_tokens: 9 };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  response.end(JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model, choices, usage }));
}

async function start(models: number, environment: Record<string, string>): Promise<void> {
  app = await Console.start(environment);
  await app.gateway.addChannel({
    name: 'wide',
    base_url: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    models: Array.from({ length: models }, (_, index) => `model-${index}`).join(','),
  });
}

test('with the limits as shipped, all 220 models of a channel are tested, and the next page opens', async () => {
  await start(MODELS, { GLOBAL_API_RATE_LIMIT: '180', GLOBAL_API_RATE_LIMIT_DURATION: '180' });
  await app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/channel?keyword=wide');
    await page.getByRole('button', { name: 'More actions: wide' }).click();
    await page.getByRole('menuitem', { name: 'Test a model' }).click();
    const dialog = page.getByRole('dialog', { name: 'Test with a model' });
    await dialog.getByRole('button', { name: `Test ${MODELS} models` }).click();
    await dialog.getByText(`${MODELS} passed · 0 failed`).waitFor({ timeout: 240_000 });
    expect(new Set(asked).size).toBe(MODELS);
    await page.goto('/user');
    await page.getByRole('row', { name: 'root' }).first().waitFor();
  });
}, 300_000);

test('where the limit is reached, tests and pages wait as long as it says, and nothing counts as failed', async () => {
  const limit = {
    GLOBAL_API_RATE_LIMIT: '12',
    OPERATOR_API_RATE_LIMIT: '12',
    GLOBAL_API_RATE_LIMIT_DURATION: '8',
  };
  await start(24, limit);
  await app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    visit.expect(/: 429/, /status of 429/);
    await page.goto('/channel?keyword=wide');
    await page.getByRole('button', { name: 'More actions: wide' }).click();
    await page.getByRole('menuitem', { name: 'Test a model' }).click();
    const dialog = page.getByRole('dialog', { name: 'Test with a model' });
    await dialog.getByRole('button', { name: 'Test 24 models' }).click();
    await page
      .getByText(/Request limit reached, continuing in \d s/)
      .first()
      .waitFor();
    await dialog.getByText('24 passed · 0 failed').waitFor({ timeout: 120_000 });
    expect(new Set(asked).size).toBe(24);
    // Pages that are opened one after the other exceed the limit too.
    for (const path of ['/user', '/channel', '/token', '/user']) await page.goto(path);
    await page.getByRole('row', { name: 'root' }).first().waitFor({ timeout: 120_000 });
  });
}, 300_000);

test('a batch of changes waits too, and none of them fails', async () => {
  const limit = {
    GLOBAL_API_RATE_LIMIT: '12',
    OPERATOR_API_RATE_LIMIT: '12',
    GLOBAL_API_RATE_LIMIT_DURATION: '8',
  };
  await start(1, limit);
  for (let n = 1; n <= 20; n++) await addToken(`token ${n}`);
  await app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    visit.expect(/: 429/, /status of 429/);
    await page.goto('/token?size=50');
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByText('20 selected').waitFor();
    await page.getByRole('button', { name: 'Bulk actions (20)' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete the selected tokens?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByText(/Request limit reached, continuing in \d s/)
      .first()
      .waitFor();
    await dialog.waitFor({ state: 'detached', timeout: 120_000 });
    expect(await app.gateway.sql('SELECT id FROM tokens WHERE deleted_at IS NULL')).toEqual([]);
  });
}, 300_000);

/** As a script would, which waits for the limit of its account. */
async function addToken(name: string): Promise<void> {
  for (;;) {
    try {
      await app.gateway.manage('POST', '/api/token/', { name, unlimited_quota: true });
      return;
    } catch (problem) {
      if (!String(problem).includes('429')) throw problem;
      await sleep(500);
    }
  }
}
