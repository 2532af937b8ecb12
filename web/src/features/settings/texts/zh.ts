import { form } from '../form/texts/zh';
import { operation } from '../operation/texts/zh';
import { other } from '../other/texts/zh';
import { ratio } from '../ratio/texts/zh';
import { system } from '../system/texts/zh';

export const settings = {
  title: '系统设置',
  lead: '网关如何运行、如何计费、谁可以登录，以及站点如何展示。',
  search: '搜索设置项',
  searchNothing: '没有匹配的设置项',
  priceOf: '{{model}} 的价格',
  index: '本页的设置',
  saveBar: { name: '未保存的修改', save: '全部保存' },
  importLink: '从其他网关导入',
  history: {
    title: '本次修改记录',
    hint: '只记录打开控制台以来在这里保存的修改，刷新页面后清空；密钥不会被记录。',
    empty: '还没有修改',
    revert: '还原',
    revertNamed: '还原 {{name}}',
    reverted: '{{name}} 已还原',
  },
  unit: {
    seconds: '秒',
    minutes: '分钟',
    days: '天',
    requests: '次',
    tokens: 'Token',
    quota: '额度',
  },
  form,
  operation,
  ratio,
  system,
  other,
} as const;
