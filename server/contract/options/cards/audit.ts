import { declareCard, UPDATED } from '../declaration.js';

export const auditCard = declareCard({
  id: 'audit',
  tab: 'system',
  title: { zh: '审计日志', en: 'Audit log' },
  synonyms: 'siem webhook retention seal stream 保留 推送 合规',
  lead: {
    zh: '保留时间，以及将记录和封存值发送到安全信息系统（SIEM）。',
    en: 'How long entries are kept, and a receiver (SIEM) that gets them with their seals.',
  },
  save: { zh: '更新审计日志设置', en: 'Update audit log' },
  saved: UPDATED,
  options: {
    AuditRetentionDays: {
      kind: 'integer',
      default: 0,
      min: 0,
      minUnlessZero: 90,
      max: 36_500,
      unit: 'days',
      root: true,
      label: { zh: '保留天数', en: 'Days that entries are kept' },
      hint: {
        zh: '0 表示永久保留，否则至少 90 天。更早的记录按整天删除，删除本身也会留下一条记录。',
        en: '0 keeps them for ever; 90 days at least otherwise. Older entries are removed by whole days, and the removal is an entry itself.',
      },
    },
    AuditStreamUrl: {
      kind: 'url',
      default: '',
      root: true,
      wide: true,
      placeholder: 'https://siem.example.com/ingest',
      label: { zh: '接收地址', en: 'Address of the receiver' },
      hint: {
        zh: '留空表示不发送。首次设置后，从当时的最后一个封存值开始发送；清空后保留位置，再次设置时继续。',
        en: 'Leave empty to send nothing. Begins after the last seal when it was first set; without it, the place is kept.',
      },
    },
    AuditStreamSecret: {
      kind: 'secret',
      default: '',
      root: true,
      label: { zh: '签名密钥', en: 'Signing secret' },
      hint: {
        zh: '按 Standard Webhooks 签名（HMAC-SHA256）；留空表示不签名。',
        en: 'Signs by Standard Webhooks (HMAC-SHA256). Leave empty to send them unsigned.',
      },
    },
    AuditStreamToken: {
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
