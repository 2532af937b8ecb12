import type { Texts } from '../../../text/texts';

export const running: Texts['running'] = {
  title: 'Running tasks',
  total: '{{n}} in total',
  atStake: 'Cost at stake',
  running: '{{n}} running',
  stuck: '{{n}} stuck',
  overdue: 'Polling overdue (due {{ago}})',
  oldest: 'Oldest submitted {{ago}}',
  deletedChannel: 'deleted channel',
  showChannel: 'Show only channel',
  cancel: 'Cancel the task',
  cancelNamed: 'Cancel task {{id}}',
  cancelTitle: 'Cancel task {{id}}?',
  cancelRefunds:
    'The task is marked as failed and the provider is asked to stop. {{quota}} is refunded to user {{user}}. This cannot be undone.',
  cancelFree:
    'The task ends as failed, and the provider is asked to stop. User {{user}} paid nothing for it. This cannot be undone.',
  reason: 'Reason',
  reasonHint: 'The owner of the task sees it.',
  reasonMissing: 'Enter a reason',
  keep: 'Keep the task',
  cancelledFree: 'Task {{id}} was cancelled',
  cancelled: 'Task {{id}} was cancelled and refunded',
  refunded: 'refunded',
  user: 'User',
  example: 'Example request',
  exampleHint:
    'Replace sk-YOUR_KEY with one of your tokens and run it in a terminal. The task appears here at once.',
  tokens: 'Manage tokens',
};
