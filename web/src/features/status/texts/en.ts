import type { Texts } from '../../../text/texts';

export const status: Texts['status'] = {
  title: 'Service status',
  lead: 'How the models answered real requests within the last 90 days (UTC). Errors of clients and rate limits are not counted.',
  off: 'The status page is switched off.',
  empty: 'No data yet',
  emptyHint: 'Once there are requests, this page shows how the models answer them.',
  uptime: '{{percent}} in 90 days',
  working: 'Operational',
  degraded: 'Some requests fail',
  outage: 'Outage',
  unknown: 'Few requests',
  daysAgo: '90 days ago',
  today: 'Today',
  strip: 'Uptime of {{model}} within 90 days, on the worst day {{percent}}',
  stripEmpty: '{{model}}: few requests within 90 days',
};
