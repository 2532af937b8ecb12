import type { Texts } from '../../../text/texts';
import { form } from '../form/texts/en';
import { operation } from '../operation/texts/en';
import { other } from '../other/texts/en';
import { ratio } from '../ratio/texts/en';
import { system } from '../system/texts/en';

export const settings: Texts['settings'] = {
  title: 'Settings',
  lead: 'Operation, billing, sign-in and appearance of the gateway.',
  search: 'Search settings',
  searchNothing: 'No setting matches',
  priceOf: 'Price of {{model}}',
  index: 'Settings of this tab',
  saveBar: { name: 'Unsaved changes', save: 'Save all' },
  importLink: 'Import from another gateway',
  history: {
    title: 'Changes in this session',
    hint: 'Settings saved since the console was opened. Cleared on reload. Secrets are not recorded.',
    empty: 'No changes yet',
    revert: 'Revert',
    revertNamed: 'Revert {{name}}',
    reverted: '{{name}} reverted',
  },
  unit: {
    seconds: 'seconds',
    minutes: 'minutes',
    days: 'days',
    requests: 'requests',
    tokens: 'tokens',
    quota: 'quota',
  },
  form,
  operation,
  ratio,
  system,
  other,
};
