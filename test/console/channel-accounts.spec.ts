import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Console } from './console.js';

const BAD = 'sk-bad-0123456789abcd';
const GOOD = 'sk-good-0123456789wxyz';

/** The accounts behind a channel: what they have left, and the keys that their provider rejects. */
let app: Console;
let provider: Server;
let balances: object[] = [];
const rejected = new Set<string>();

beforeAll(async () => {
  provider = createServer(serve).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  app = await Console.start();
});

afterAll(async () => {
  await app?.close();
  provider?.close();
});

function serve(request: IncomingMessage, response: ServerResponse): void {
  const key = request.headers.authorization?.replace('Bearer ', '') ?? '';
  response.setHeader('content-type', 'application/json');
  request.resume().on('end', () => {
    if (request.url === '/user/balance') return response.end(JSON.stringify({ balance_infos: balances }));
    if (rejected.has(key)) {
      const error = { message: `Incorrect API key provided: ${key}`, code: 'invalid_api_key' };
      return response.writeHead(401).end(JSON.stringify({ error }));
    }
    const choices = [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }];
    const usage = { prompt_tokens: 8, completion_tokens: 1, total_tokens: 9 };
    response.end(
      JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'm', choices, usage }),
    );
  });
}

const base_url = () => `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;

test.each([
  [
    'en',
    /^deep: Balance unknown, click to refresh/,
    'deep: Balance ¥73.00 (≈ $10.00), click to refresh',
    'deep: Balance ¥73.00 + $50.00 (≈ $60.00), click to refresh',
  ],
  [
    'zh',
    /^deep: 余额未知/,
    'deep: 余额 ¥73.00 (≈ $10.00)，点击更新',
    'deep: 余额 ¥73.00 + $50.00 (≈ $60.00)，点击更新',
  ],
] as const)(
  'a balance is shown in the currency of its provider (%s)',
  async (language, unknown, yuan, both) => {
    await app.gateway.sql('DELETE FROM channels');
    await app.gateway.addChannel({ name: 'deep', type: 43, base_url: base_url(), models: 'deepseek-chat' });
    await app.visit({ as: Console.root, language }, async ({ page }) => {
      await page.goto('/channel');
      const row = page.getByRole('row', { name: 'deep' }).first();
      balances = [{ currency: 'CNY', total_balance: '73.00' }];
      await row.getByRole('button', { name: unknown }).click();
      const cell = row.getByRole('button', { name: yuan });
      await cell.waitFor();
      expect(await cell.innerText()).toBe('¥73.00');
      balances = [
        { currency: 'CNY', total_balance: '73.00' },
        { currency: 'USD', total_balance: '50.00' },
      ];
      await cell.click();
      const sum = row.getByRole('button', { name: both });
      await sum.waitFor();
      expect(await sum.innerText()).toBe('$60.00');
    });
  },
);

test('the keys of a channel are listed with reasons, tested one by one, and enabled', async () => {
  await app.gateway.sql('DELETE FROM channels');
  await app.gateway.addChannel({
    name: 'keys',
    key: `${BAD}\n${GOOD}`,
    base_url: base_url(),
    models: 'gpt-4o',
    setting: '{"multi_key":true}',
  });
  await app.gateway.option('AutomaticDisableChannelEnabled', 'true');
  rejected.add(BAD);
  await app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    visit.expect(/api\/channel\/test\/\d+\?key=0: 200/);
    await page.goto('/channel');
    await page.getByRole('button', { name: 'Bulk actions' }).click();
    await page.getByRole('menuitem', { name: 'Test all channels' }).click();
    const question = page.getByRole('dialog', { name: 'Test all channels?' });
    await question.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('status', { name: 'Test all channels' }).getByText('1 of 1 done').waitFor();
    await page.getByRole('button', { name: 'More actions: keys' }).click();
    await page.getByRole('menuitem', { name: 'Keys' }).click();
    const dialog = page.getByRole('dialog', { name: 'Keys of the channel' });
    const bad = dialog.getByRole('listitem', { name: 'Key 1' });
    const good = dialog.getByRole('listitem', { name: 'Key 2' });
    await bad.getByText('****abcd').waitFor();
    await bad.getByText('Auto-disabled').waitFor();
    await bad.getByText(/Incorrect API key provided/).waitFor();
    await good.getByText('Enabled', { exact: true }).waitFor();
    await bad.getByRole('button', { name: 'Test: Key 1' }).click();
    await bad.getByRole('alert').waitFor();
    expect(await dialog.innerText()).not.toContain(BAD);
    rejected.clear();
    await good.getByRole('button', { name: 'Test: Key 2' }).click();
    await good.getByText(/^\d+\.\d\d s$/).waitFor();
    await bad.getByRole('button', { name: 'Enable: Key 1' }).click();
    await bad.getByText('Enabled', { exact: true }).waitFor();
  });
});
