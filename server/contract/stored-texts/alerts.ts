import type { TextTemplates } from './stored-text.js';

/** Notices of alerts. */
export const alertTexts = {
  alerts_title: { zh: '告警：{count} 项', en: 'Alerts: {count}' },
  alerts_recovered_title: { zh: '已恢复：{count} 项', en: 'Recovered: {count}' },
  alert_recovered: { zh: '【已恢复】{alert}', en: 'Recovered: {alert}' },
  alert_channel_failing: {
    zh: '渠道「{name}」（#{id}）最近 {minutes} 分钟的成功率为 {value}%，低于 {limit}%',
    en: 'Channel "{name}" (#{id}): {value}% of the calls of the last {minutes} minutes succeeded, fewer than {limit}%',
  },
  alert_channel_slow: {
    zh: '渠道「{name}」（#{id}）首字时间（P95）为 {value} 秒，超过 {limit} 秒',
    en: 'Channel "{name}" (#{id}): the first token takes {value} s in 95 % of the answers, more than {limit} s',
  },
  alert_channel_key_refused: {
    zh: '渠道「{name}」（#{id}）的密钥被上游拒绝（401）：最近 {minutes} 分钟 {value} 次调用',
    en: 'Channel "{name}" (#{id}): its provider refused a key with status 401 in {value} calls of the last {minutes} minutes',
  },
  alert_channel_disabled: {
    zh: '渠道「{name}」（#{id}）已被自动禁用',
    en: 'Channel "{name}" (#{id}) was disabled automatically',
  },
  alert_channel_balance: {
    zh: '渠道「{name}」（#{id}）的余额按目前消费仅够 {value} 小时，少于 {limit} 小时',
    en: 'Channel "{name}" (#{id}): its balance lasts {value} hours at the present rate, less than {limit}',
  },
  alert_requests_failing: {
    zh: '最近 {minutes} 分钟全部请求的成功率为 {value}%，低于 {limit}%',
    en: '{value}% of all requests of the last {minutes} minutes succeeded, fewer than {limit}%',
  },
  alert_journal_late: {
    zh: '扣费入账已延迟 {value} 秒，超过 {limit} 秒',
    en: 'A charge has waited for {value} s to be posted, longer than {limit} s',
  },
  alert_tasks_late: {
    zh: '任务轮询已延迟 {value} 秒，超过 {limit} 秒',
    en: 'Polls of tasks are {value} s late, more than {limit} s',
  },
  alert_messages_wait: {
    zh: '{value} 封邮件和通知等待发送，超过 {limit}',
    en: '{value} mails and notices wait for delivery, more than {limit}',
  },
  alert_ledger_unbalanced: {
    zh: '账本不平：{value} 个账户的余额与明细之和不一致，请运行 npm run books',
    en: 'The ledger does not balance: {value} accounts differ from the sum of their entries. Run npm run books',
  },
} as const satisfies Readonly<Record<string, TextTemplates>>;
