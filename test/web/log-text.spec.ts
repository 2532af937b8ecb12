import { noUsage } from '../../server/dialects/canonical/usage.js';
import i18next from 'i18next';
import { contentText, quotaLogText } from '../../server/billing/prices/logged/quota-text.js';
import { optionDeclarations } from '../../server/contract/options/index.js';
import { logTexts } from '../../web/src/text/en/log-texts';
import { logText, setLogTexts } from '../../web/src/text/log-text';

/** Texts that the server stores in Chinese, in the English console. */
const CHINESE = /[\u4e00-\u9fff＄]/;

beforeAll(async () => {
  await i18next.init({ lng: 'en', resources: {} });
  setLogTexts('en', logTexts);
});

const inCurrency = quotaLogText(500_000, { inCurrency: true, quotaPerUnit: 500_000 });
const inUnits = quotaLogText(2000, { inCurrency: false, quotaPerUnit: 500_000 });

test.each([
  [`通过兑换码充值 ${inCurrency}，兑换码ID 3`, 'Redeemed $1.000000, code ID 3'],
  [
    `使用在线充值成功，充值金额: ${inCurrency}，支付金额：7.300000`,
    'Online top-up: $1.000000, paid 7.300000',
  ],
  [`邀请额度划转 ${inUnits}`, 'Invitation reward moved to the balance: 2000 units'],
  [`新用户注册赠送 ${inUnits}`, 'Given to a new user: 2000 units'],
  [`使用邀请码赠送 ${inUnits}`, 'Given for registering with an invitation: 2000 units'],
  [`邀请用户赠送 ${inUnits}`, 'Given for inviting a user: 2000 units'],
  [
    `管理员将用户额度从 ${inCurrency}修改为 ${inUnits}`,
    'An administrator changed the quota from $1.000000 to 2000 units',
  ],
  [`请求中断，预留额度 ${inUnits} 已释放`, 'Request interrupted, reserved quota released: 2000 units'],
  ['管理员创建了 3 个兑换码，ID 4-6', 'Redemption codes created by an administrator: 3, ID 4-6'],
  ['管理员启用了标签「a」的渠道（#1）', 'An administrator enabled the channels tagged “a” (#1)'],
  ['模型测试', 'Model test'],
])('the log row %s is English as a whole', (content, english) => {
  expect(logText(content)).toBe(english);
});

test('the descriptions that groups have by default are English', () => {
  const { default: offered } = optionDeclarations.UserUsableGroups;
  const descriptions = [...Object.values(offered as Record<string, string>), '用户分组'];
  expect(descriptions.map(logText)).toEqual(['Default group', 'VIP group', 'User group']);
});

test('prices in the rows of calls are English, whatever is noted behind them', () => {
  const price = { model: 'gpt-*', modelPrice: -1, modelRatio: 1, completionRatio: 2, groupRatio: 1 };
  const notes = {
    requestedModel: 'gpt-9',
    noTokens: true,
    usageMissing: true,
    operation: ', 大小 1024x1024, 品质 hd',
    claude: false,
    usage: { ...noUsage(), input: 1 },
  };
  for (const audio of [false, true])
    for (const modelPrice of [-1, 0.5]) {
      const content = contentText({ ...price, modelPrice } as never, { ...notes, audio });
      expect(logText(content)).not.toMatch(CHINESE);
    }
});
