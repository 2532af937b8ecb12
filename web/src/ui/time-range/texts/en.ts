import type { Texts } from '../../../text/texts';

export const timeRange: Texts['timeRange'] = {
  label: 'Time range',
  from: 'From',
  to: 'To',
  now: 'now',
  always: 'Any time',
  text: '{{from}} – {{to}}',
  until: 'until {{to}}',
  placeholder: 'YYYY-MM-DD HH:mm',
  badTime: 'Use the form YYYY-MM-DD HH:mm',
  badOrder: 'The end must be later than the start',
  zone: 'Time zone: {{zone}}',
  choose: 'Choose a time',
  points: {
    now: 'Now',
    today: 'Start of today',
    month: 'Start of this month',
    monthAgo: 'A month ago',
    quarterAgo: '3 months ago',
    yearAgo: 'A year ago',
  },
  names: {
    today: 'Today',
    yesterday: 'Yesterday',
    last24: 'Last 24 hours',
    last7: 'Last 7 days',
    last30: 'Last 30 days',
    month: 'This month',
  },
};
