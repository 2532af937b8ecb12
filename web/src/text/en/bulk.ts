import type { Texts } from '../texts';

export const bulk: Texts['bulk'] = {
  menu: 'Bulk actions',
  menuOf: 'Bulk actions ({{n}})',
  andMore: 'and {{n}} more',
  done: '{{n}} of {{total}} done',
  failed: '{{n}} failed',
  rest: '{{n}} remaining',
  left: '{{n}} not attempted',
  problems: 'Failed items',
  copyProblems: 'Copy errors',
  problemsCopied: 'Errors copied',
  stop: 'Stop',
  retry: 'Retry failed',
  goOn: 'Continue',
};
