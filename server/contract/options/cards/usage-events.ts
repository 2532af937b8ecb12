import { declareCard, UPDATED } from '../declaration.js';

export const usageEventsCard = declareCard({
  id: 'usage-events',
  tab: 'system',
  title: { zh: '用量事件', en: 'Usage events' },
  synonyms: 'webhook billing lago openmeter stream 计费 推送',
  lead: {
    zh: '将每笔扣费、更正和退款以 CloudEvents 格式批量发送到计费系统，至少一次，事件 id 用于去重。',
    en: 'Sends every charge, correction and refund to a billing system, in batches of CloudEvents, at least once; their ids identify repeated ones.',
  },
  save: { zh: '更新用量事件设置', en: 'Update usage events' },
  saved: UPDATED,
  options: {
    UsageEventsUrl: {
      kind: 'url',
      default: '',
      root: true,
      wide: true,
      placeholder: 'https://openmeter.cloud/api/v1/events',
      label: { zh: '接收地址', en: 'Address of the receiver' },
      hint: {
        zh: '留空表示不发送。首次设置后，从当时的账本位置开始发送；清空后保留位置，再次设置时继续。',
        en: 'Leave empty to send nothing. Begins with what is charged after it was first set; without it, the place is kept.',
      },
    },
    UsageEventsSecret: {
      kind: 'secret',
      default: '',
      root: true,
      label: { zh: '签名密钥', en: 'Signing secret' },
      hint: {
        zh: '按 Standard Webhooks 签名（HMAC-SHA256）；留空表示不签名。',
        en: 'Signs by Standard Webhooks (HMAC-SHA256). Leave empty to send them unsigned.',
      },
    },
    UsageEventsToken: {
      kind: 'secret',
      default: '',
      root: true,
      label: { zh: '访问令牌', en: 'Access token' },
      hint: {
        zh: '以 Authorization: Bearer 方式发送；留空表示不发送。',
        en: 'Sent as Authorization: Bearer. Leave empty to send none.',
      },
    },
  },
});
