import { type Account, Console } from './console.js';

/** The wallet: codes, and orders at the payment site. */
let app: Console;
let guest: Account;
let code: string | undefined;

beforeAll(async () => {
  app = await Console.start();
  guest = await app.addUser('guest');
  await app.gateway.setQuota(1_000_000, 2);
  [code] = await app.gateway.manage<string[]>('POST', '/api/redemption/', {
    name: 'gift',
    quota: 2_500_000,
    count: 1,
  });
  await app.gateway.sql(
    `INSERT INTO logs (user_id, username, created_at, type, quota, model_name)
     VALUES (2, 'guest', floor(extract(epoch FROM now())), 2, 700000, 'gpt-4o')`,
  );
});

afterAll(() => app?.close());

test('a code is redeemed once, and its value is shown', () =>
  app.visit({ as: guest, language: 'zh' }, async (visit) => {
    const { page } = visit;
    await page.goto('/topup');
    const balance = page.getByRole('region', { name: '余额', exact: true });
    await balance.getByText('$2.00').waitFor();
    await balance.getByText('10 天').waitFor();
    await page.getByRole('button', { name: '兑换', exact: true }).click();
    await page.getByText('请输入兑换码！').waitFor();
    await page.getByText('超级管理员未设置充值链接！').waitFor();
    expect(await page.getByRole('link', { name: '获取兑换码' }).count()).toBe(0);
    const field = page.getByRole('textbox', { name: '兑换码' });
    await field.fill(code ?? '');
    await page.getByRole('button', { name: '兑换', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '兑换成功' });
    await dialog.getByText('成功兑换额度：$5.00').waitFor();
    await dialog.getByRole('button', { name: '确定' }).click();
    expect(await field.inputValue()).toBe('');
    await balance.getByText('$7.00').waitFor();
    const records = page.getByRole('region', { name: '充值记录' });
    await records.getByRole('row', { name: /兑换码 #\d+ \+\$5\.00/ }).waitFor();
    expect(await records.getByRole('link', { name: '月度账单' }).getAttribute('href')).toBe(
      '/costs/statement',
    );

    visit.expect(/api\/user\/topup: 200/);
    await field.fill(code ?? '');
    await page.getByRole('button', { name: '兑换', exact: true }).click();
    await page
      .getByText(/兑换码/)
      .last()
      .waitFor();
    await balance.getByText('$7.00').waitFor();

    await page.getByText('管理员未开启在线充值！').waitFor();
    await page.getByText('请联系管理员充值，或索取兑换码。').waitFor();
    expect(await page.getByLabel('充值额度').count()).toBe(0);
    expect(await page.getByRole('button', { name: '支付宝' }).count()).toBe(0);
  }));

test('an order goes to the payment site as a signed form, and its arrival is noticed', async () => {
  const { gateway } = app;
  for (const [key, value] of Object.entries({
    PayAddress: 'https://pay.example.com',
    EpayId: '1001',
    EpayKey: 'the key',
    ServerAddress: gateway.url,
    Price: '7.3',
    MinTopUp: '2',
  }))
    await gateway.option(key, value);
  await app.visit({ as: guest }, async (visit) => {
    const { page } = visit;
    const asked: unknown[] = [];
    page.on('request', (request) => {
      if (/\/api\/user\/(pay|amount)$/.test(request.url())) asked.push(request.postDataJSON());
    });
    const orders: URLSearchParams[] = [];
    await page.context().route('https://pay.example.com/**', async (route) => {
      orders.push(new URLSearchParams(route.request().postData() ?? ''));
      await route.fulfill({ body: 'the payment site' });
    });
    await page.goto('/topup');
    await page.getByText('To pay: 14.60 CNY').waitFor();
    const amount = page.getByLabel('Amount (USD)', { exact: true });
    await amount.fill('1');
    await page.getByText('The amount must be at least 2').waitFor();
    await page.getByRole('button', { name: 'WeChat Pay' }).click();
    await page.getByText('The amount must be at least 2').nth(1).waitFor();
    await amount.fill('10');
    await page.getByText('To pay: 73.00 CNY').waitFor();
    await page.getByRole('button', { name: 'Alipay' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm top-up' });
    await dialog.getByText('73.00 CNY', { exact: true }).waitFor();
    const opened = page.context().waitForEvent('page');
    await dialog.getByRole('button', { name: 'Pay', exact: true }).click();
    await (await opened).getByText('the payment site').waitFor();
    expect(Object.fromEntries(orders[0] ?? [])).toMatchObject({
      pid: '1001',
      type: 'alipay',
      money: '73.00',
      sign_type: 'MD5',
    });
    expect(asked).toEqual([
      { amount: 2, top_up_code: '' },
      { amount: 10, top_up_code: '' },
      { amount: 10, top_up_code: '', payment_method: 'zfb' },
    ]);

    await page.getByText('Waiting for the payment').waitFor();
    await gateway.setQuota(8_500_000, 2);
    await page.getByText('Payment received: $10.00').waitFor();
    await page.getByRole('region', { name: 'Balance' }).getByText('$17.00').waitFor();
    expect(await page.getByText('Waiting for the payment').count()).toBe(0);
  });
});
