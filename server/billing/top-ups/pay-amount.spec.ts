import { isSigned, signatureOf } from './epay.js';
import { leastAmount, moneyText, payAmount, readCents } from './pay-amount.js';

const usd = {
  inCurrency: true,
  quotaPerUnit: 500_000,
  price: 7.3,
  minTopUp: 1,
  groupRatio: { vip: 0.5, free: 0 },
};
const units = { ...usd, inCurrency: false };
const cost = (...parameters: Parameters<typeof payAmount>) => {
  const { cents, quota, usd: whole } = payAmount(...parameters);
  return [moneyText(cents), quota, whole];
};

test('dollars cost their price; groups pay their ratio, of which 0 and none count as 1', () => {
  expect(cost(1, 'default', usd)).toEqual(['7.30', 500_000, 1]);
  expect(cost(10, 'vip', usd)).toEqual(['36.50', 5_000_000, 10]);
  expect(cost(10, 'free', usd)).toEqual(['73.00', 5_000_000, 10]);
  expect(cost(1, 'constructor', usd)).toEqual(['7.30', 500_000, 1]);
});

test('typed in quota, the quota itself is credited and fractions of a dollar are not lost', () => {
  expect(cost(750_001, 'default', units)).toEqual(['10.95', 750_001, 1]);
  expect(cost(685, 'default', units)).toEqual(['0.01', 685, 0]);
  expect(leastAmount(units)).toBe(500_000);
  expect(leastAmount(usd)).toBe(1);
});

test('halves of a cent are rounded up, without the errors of binary fractions', () => {
  expect(cost(1, 'default', { ...usd, price: 1.005 })[0]).toBe('1.01');
  expect(cost(3, 'default', { ...usd, price: 0.1 })[0]).toBe('0.30');
  expect(cost(1_000_000_000, 'default', { ...usd, price: 7.29 })[0]).toBe('7290000000.00');
});

test.each([
  ['7.3', 730],
  ['7.30', 730],
  ['7.300', 730],
  ['73', 7300],
  ['0.01', 1],
  ['7.301', undefined],
  ['-7.30', undefined],
  ['7,30', undefined],
  ['7.', undefined],
  ['1e3', undefined],
  ['', undefined],
])('%j is %j hundredths', (text, cents) => expect(readCents(text)).toBe(cents));

test('signatures are those of the protocol', () => {
  const key = 'TESTKEY0123456789';
  const order = {
    pid: '1001',
    device: 'pc',
    money: '73.00',
    name: 'TUC10',
    notify_url: 'https://gw.example.com/api/user/epay/notify',
    out_trade_no: 'USR1NOabc1231700000000',
    return_url: 'https://gw.example.com/log',
    type: 'alipay',
  };
  expect(signatureOf(order, key)).toBe('3e34ab6945f3db2592743a0023aa18a4');
  const notice = {
    money: '73.00',
    name: 'TUC10',
    out_trade_no: 'USR1NOabc1231700000000',
    pid: '1001',
    param: '',
    trade_no: '2024010122001',
    trade_status: 'TRADE_SUCCESS',
    type: 'alipay',
  };
  const sign = '9e273867dd0f2ebbe0a251a2be033eaf';
  expect(signatureOf({ ...notice, sign: 'x', sign_type: 'MD5' }, key)).toBe(sign);
  expect(isSigned({ ...notice, sign, sign_type: 'MD5' }, key)).toBe(true);
  expect(isSigned({ ...notice, sign: sign.toUpperCase() }, key)).toBe(true);
  expect(isSigned({ ...notice, param: '1', sign }, key)).toBe(false);
  expect(isSigned(notice, key)).toBe(false);
});

test('without a key nothing is signed, not even with the signature an empty key makes', () => {
  expect(isSigned({ pid: '', sign: signatureOf({ pid: '' }, '') }, '')).toBe(false);
});
