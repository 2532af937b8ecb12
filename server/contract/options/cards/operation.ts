import { factsOf, LANGUAGES } from '../../languages.js';
import { QUOTA_PER_USD } from '../../quota.js';
import { declareCard } from '../declaration.js';

export const generalCard = declareCard({
  id: 'general',
  tab: 'operation',
  title: { zh: '通用设置', en: 'General' },
  synonyms: 'retry currency exchange rate docs top-up link sidebar demo 重试 汇率 充值链接 侧边栏',
  lead: {
    zh: '充值入口、文档、额度单位，以及站点的整体模式。',
    en: 'Links, the value of quota, retries, and the operating mode of the site.',
  },
  save: { zh: '保存通用设置', en: 'Save general settings' },
  notice: {
    zh: '单个聊天链接已弃用，请使用下方“令牌聊天设置”',
    en: 'The single chat link is deprecated. Use "Chat applications" instead.',
  },
  options: {
    /** Shop for redemption codes. */
    TopUpLink: { kind: 'text', default: '', root: true, label: { zh: '充值链接', en: 'Recharge link' } },
    'general_setting.docs_link': {
      kind: 'url',
      default: '',
      label: { zh: '文档地址', en: 'Documentation URL' },
    },
    DefaultLanguage: {
      kind: 'choice',
      default: '',
      label: { zh: '默认语言', en: 'Default language' },
      hint: {
        zh: '没有选择语言的用户收到的邮件和通知所用的语言（默认中文），以及客户端没有声明语言时，网关返回的错误消息所用的语言。',
        en: 'Language of mails and notices for users who chose none (Chinese by default), and of error messages of the gateway for API clients that state none.',
      },
      choices: [
        { value: '', label: { zh: '与兼容接口一致', en: 'As in the compatible API' } },
        ...LANGUAGES.map((language) => ({
          value: language,
          label: { zh: factsOf(language).name, en: factsOf(language).name },
        })),
      ],
    },
    QuotaPerUnit: {
      kind: 'number',
      sensitive: true,
      default: QUOTA_PER_USD,
      min: 1,
      max: 1_000_000_000,
      revaluesBalances: true,
      label: { zh: '每 1 美元对应的额度', en: 'Quota per US dollar' },
      warning: {
        title: { zh: '警告', en: 'Warning' },
        text: {
          zh: '此设置用于系统内部计算：默认值 500000 是为了精确到小数点后 6 位而设计的。修改它会改变所有已有额度的金额，不推荐修改。',
          en: 'The default of 500000 keeps amounts exact to six decimals. Changing it changes the value of all existing quota and is not recommended.',
        },
      },
    },
    RetryTimes: {
      kind: 'integer',
      default: 0,
      min: 0,
      label: { zh: '失败重试次数', en: 'Retries after failure' },
      hint: {
        zh: '一次请求失败后，最多再换多少个渠道重试。',
        en: 'Number of other channels that are tried after a request fails.',
      },
    },
    DisplayInCurrencyEnabled: {
      kind: 'boolean',
      default: true,
      label: { zh: '以货币形式显示额度', en: 'Show quota as money' },
    },
    DisplayTokenStatEnabled: {
      kind: 'boolean',
      default: true,
      label: {
        zh: '额度查询接口返回令牌额度而非用户额度',
        en: 'Return the token quota instead of the user quota in billing queries',
      },
    },
    StatusPageEnabled: {
      kind: 'boolean',
      default: false,
      label: { zh: '公开服务状态页', en: 'Public status page' },
      hint: {
        zh: '所有访客可在 /status 查看各模型最近 90 天的可用率，不含渠道名称和请求数。',
        en: 'All visitors see at /status how the models answered within 90 days, without channels and numbers of requests.',
      },
    },
    DefaultCollapseSidebar: {
      kind: 'boolean',
      default: false,
      label: { zh: '默认折叠侧边栏', en: 'Collapse the sidebar by default' },
    },
    DemoSiteEnabled: { kind: 'boolean', default: false, label: { zh: '演示站点模式', en: 'Demo site mode' } },
    SelfUseModeEnabled: {
      kind: 'boolean',
      default: false,
      label: { zh: '自用模式', en: 'Self-use mode' },
      hint: {
        zh: '未设置价格的模型也可调用（按倍率 37.5 计费），并关闭新用户注册',
        en: 'Models without a price can be called (at ratio 37.5), and registration is closed.',
      },
    },
  },
});

export const logsCard = declareCard({
  id: 'logs',
  tab: 'operation',
  title: { zh: '日志设置', en: 'Logs' },
  synonyms: 'retention delete history audit 保留 清理 删除',
  lead: {
    zh: '记录每次消费和失败的请求，并清理旧日志。',
    en: 'Logs of consumption and of failed requests, and deletion of old logs.',
  },
  save: { zh: '保存日志设置', en: 'Save log settings' },
  options: {
    LogConsumeEnabled: {
      kind: 'boolean',
      default: true,
      label: { zh: '启用额度消费日志记录', en: 'Log consumption' },
    },
    ErrorLogDays: {
      kind: 'integer',
      default: 30,
      min: 0,
      max: 3650,
      unit: 'days',
      label: { zh: '失败请求的保留时间', en: 'Keep failed requests' },
      hint: {
        zh: '失败的请求会在日志中保留这么多天；0 表示不记录。',
        en: 'Requests that failed stay in the log for this time. 0: they are not logged.',
      },
    },
  },
});

export const dashboardCard = declareCard({
  id: 'board',
  tab: 'operation',
  title: { zh: '数据看板设置', en: 'Dashboard' },
  synonyms: 'chart statistics 图表 统计',
  lead: {
    zh: '为每个用户按小时汇总用量，供数据看板展示。',
    en: 'Hourly usage of every user, shown on the dashboard.',
  },
  save: { zh: '保存数据看板设置', en: 'Save dashboard settings' },
  options: {
    DataExportEnabled: {
      kind: 'boolean',
      default: true,
      label: { zh: '启用数据看板（实验性）', en: 'Enable the dashboard (experimental)' },
    },
    /** Usage is counted as it is posted, so there is no interval to configure. */
    DataExportInterval: {
      kind: 'integer',
      default: 5,
      storedOnly: true,
      min: 1,
      unit: 'minutes',
      label: { zh: '数据看板更新间隔', en: 'Update interval' },
      hint: { zh: '设置过短会影响数据库性能', en: 'Short intervals increase the database load.' },
    },
    DataExportDefaultTime: {
      kind: 'choice',
      default: 'hour',
      label: { zh: '数据看板默认时间粒度', en: 'Default granularity' },
      hint: { zh: '仅修改展示粒度，统计精确到小时', en: 'Display only; usage is counted per hour.' },
      choices: [
        { value: 'hour', label: { zh: '小时', en: 'Hour' } },
        { value: 'day', label: { zh: '天', en: 'Day' } },
        { value: 'week', label: { zh: '周', en: 'Week' } },
      ],
    },
  },
});

export const creditCard = declareCard({
  id: 'credit',
  tab: 'operation',
  title: { zh: '额度设置', en: 'Quota' },
  synonyms: 'welcome bonus invite referral balance 赠送 邀请 余额',
  lead: {
    zh: '新用户与邀请的赠送额度，以及请求的预扣。',
    en: 'Initial quota, invitation rewards, and the quota reserved for a request.',
  },
  save: { zh: '保存额度设置', en: 'Save quota settings' },
  options: {
    QuotaForNewUser: {
      kind: 'integer',
      default: 0,
      min: 0,
      unit: 'quota',
      label: { zh: '新用户初始额度', en: 'Initial quota of new users' },
    },
    PreConsumedQuota: {
      kind: 'integer',
      default: 500,
      min: 0,
      unit: 'tokens',
      label: { zh: '未限制输出时的预扣 Token 数', en: 'Tokens reserved if the output is not limited' },
      hint: {
        zh: '请求没有限制输出长度时使用；请求结束后多退少补',
        en: 'Used if the request does not limit its output. Settled when the request ends.',
      },
    },
    /**
     * Holds as in the compatible API: prompt plus `max_tokens`, or without that limit the larger of prompt and
     * PreConsumedQuota. The balance then does not limit the output.
     */
    FlatHoldEnabled: {
      kind: 'boolean',
      default: false,
      label: { zh: '固定预扣', en: 'Reserve a fixed amount' },
      hint: {
        zh: '与其他网关相同：按输入与最大输出长度预扣，未指定时按上面的 Token 数预扣。此时不按余额限制输出长度，余额不足的部分不再收取。',
        en: 'Reserves the input and the output limit, or the quota above, as other gateways do. The output is then not limited by the balance, and amounts beyond the balance are not charged.',
      },
    },
    PublicPriceListEnabled: {
      kind: 'boolean',
      default: true,
      label: { zh: '使用公开价目表', en: 'Use the public price list' },
      hint: {
        zh: '未设置的模型倍率、补全倍率和缓存倍率取自随版本发布的公开价目表，并在价格页、设置和账单中标明。关闭后，未设置价格的模型按“未定价”处理，补全与缓存倍率使用默认规则。',
        en: 'Ratios that are not set are those of the public price list of this release, and marked in the price list, the settings and receipts. If disabled, models without a price are not priced, and completion and cache ratios follow the default rules.',
      },
    },
    QuotaErrorsAs429: {
      kind: 'boolean',
      default: false,
      label: { zh: '额度不足返回 429', en: 'Report an empty balance as 429' },
      hint: {
        zh: 'OpenAI 协议的客户端在额度不足时收到 OpenAI 的 429 insufficient_quota，而不是 403。部分客户端会反复重试 429。',
        en: "Clients of OpenAI's protocols get OpenAI's 429 insufficient_quota instead of 403. Some clients retry a 429.",
      },
    },
    QuotaForInviter: {
      kind: 'integer',
      default: 0,
      min: 0,
      unit: 'quota',
      label: { zh: '邀请人奖励额度', en: 'Reward for the inviter' },
      hint: { zh: '例如：2000', en: 'Example: 2000' },
    },
    QuotaForInvitee: {
      kind: 'integer',
      default: 0,
      min: 0,
      unit: 'quota',
      label: { zh: '受邀用户奖励额度', en: 'Reward for the invited user' },
      hint: { zh: '例如：1000', en: 'Example: 1000' },
    },
  },
});

export const tokensCard = declareCard({
  id: 'tokens',
  tab: 'operation',
  title: { zh: '令牌密钥', en: 'Keys of API tokens' },
  synonyms: 'reveal secret show once copy api key 密钥 显示 复制 一次',
  lead: {
    zh: '用户能否再次查看自己令牌的密钥。',
    en: 'Whether users can see the keys of their tokens again.',
  },
  save: { zh: '保存令牌设置', en: 'Save token settings' },
  options: {
    TokenKeyAccess: {
      kind: 'choice',
      default: 'always',
      label: { zh: '密钥的显示', en: 'Keys are shown' },
      hint: {
        zh: '“仅一次”时，新密钥不再保存，只保存其哈希值；此前保存的密钥保留在数据库中，但不再显示。管理员始终看不到用户的密钥。请在所有服务器升级后再更改。',
        en: 'With "once", new keys are not stored, only their hash. Keys that were stored before stay in the database but are not shown. Administrators never see the keys of users. Change it after all servers were upgraded.',
      },
      choices: [
        { value: 'always', label: { zh: '随时，在令牌列表中', en: 'At any time, in the list of tokens' } },
        { value: 'confirmed', label: { zh: '验证密码后', en: 'After the user has confirmed the password' } },
        {
          value: 'once',
          label: { zh: '仅一次，在创建或更换时', en: 'Once, when they are made or replaced' },
        },
      ],
    },
  },
});
