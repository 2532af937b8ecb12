import { declareCard } from '../declaration.js';

export const alertsCard = declareCard({
  id: 'alerts',
  tab: 'operation',
  title: { zh: '告警设置', en: 'Alerts' },
  lead: {
    zh: '渠道、请求和账本出现问题时通知超级管理员。当前状态见“告警”页面。',
    en: 'Notify the super administrator of problems with channels, requests and the ledger. The page "Alerts" shows their state.',
  },
  save: { zh: '保存告警设置', en: 'Save alert settings' },
  options: {
    AlertsEnabled: {
      kind: 'boolean',
      default: true,
      label: { zh: '启用告警', en: 'Check the rules and send notices' },
    },
    AlertWindowMinutes: {
      kind: 'integer',
      default: 10,
      min: 1,
      max: 60,
      unit: 'minutes',
      label: { zh: '统计时间段', en: 'Time in which calls are counted' },
    },
    AlertMinRequests: {
      kind: 'integer',
      default: 20,
      min: 1,
      max: 1_000_000,
      unit: 'requests',
      label: { zh: '最少请求数', en: 'Fewest requests' },
      hint: {
        zh: '统计时间段内请求数少于此值时，不判断成功率和首字时间。',
        en: 'With fewer requests in that time, shares and times are not judged.',
      },
    },
    AlertChannelSuccessPercent: {
      kind: 'integer',
      default: 80,
      min: 0,
      max: 100,
      label: { zh: '渠道成功率低于（%）', en: 'Success of a channel below (%)' },
      hint: { zh: '0 表示不检查。', en: '0: not checked.' },
    },
    AlertSuccessPercent: {
      kind: 'integer',
      default: 95,
      min: 0,
      max: 100,
      label: { zh: '全部请求成功率低于（%）', en: 'Success of all requests below (%)' },
      hint: { zh: '0 表示不检查。', en: '0: not checked.' },
    },
    AlertFirstTokenSeconds: {
      kind: 'integer',
      default: 20,
      min: 0,
      max: 600,
      unit: 'seconds',
      label: { zh: '渠道首字时间（P95）超过', en: 'First token of a channel (95 %) after more than' },
      hint: { zh: '0 表示不检查。', en: '0: not checked.' },
    },
    AlertBalanceHours: {
      kind: 'integer',
      default: 24,
      min: 0,
      max: 720,
      label: { zh: '渠道余额可用时间少于（小时）', en: 'Balance of a channel lasts less than (hours)' },
      hint: {
        zh: '按最近 24 小时的消费估算；0 表示不检查。',
        en: 'Estimated from the charges of the last 24 hours. 0: not checked.',
      },
    },
    AlertJournalSeconds: {
      kind: 'integer',
      default: 60,
      min: 0,
      max: 3600,
      unit: 'seconds',
      label: { zh: '扣费入账延迟超过', en: 'Charges are posted later than' },
      hint: { zh: '0 表示不检查。', en: '0: not checked.' },
    },
    AlertQuietHours: {
      kind: 'text',
      default: '',
      placeholder: '22:00-07:00',
      label: { zh: '免打扰时段', en: 'Quiet hours' },
      hint: {
        zh: '如 22:00-07:00，按服务器时区（环境变量 TZ）。期间不发送通知；仍未恢复的告警在结束后发送。其他内容表示不设置。',
        en: 'Such as 22:00-07:00, in the time zone of the workers (TZ). Nothing is sent meanwhile; what still fires is sent afterwards. Anything else: none.',
      },
    },
  },
});
