import type { Texts } from '../texts';
import { form } from './settings/form';
import { operation } from './settings/operation';
import { other } from './settings/other';
import { ratio } from './settings/ratio';
import { system } from './settings/system';

export const settings: Texts['settings'] = {
  title: 'Settings',
  lead: 'Operation, billing, sign-in and appearance of the gateway.',
  search: 'Search settings',
  searchNothing: 'No setting matches',
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
