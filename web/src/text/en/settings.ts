import type { Texts } from '../texts';
import { form } from './settings/form';
import { models, rate } from './settings/models';
import { operation } from './settings/operation';
import { other } from './settings/other';
import { ratio } from './settings/ratio';
import { system } from './settings/system';

export const settings: Texts['settings'] = {
  title: 'Settings',
  lead: 'How the gateway runs and charges, who may sign in, and how the site presents itself.',
  search: 'Search settings',
  searchNothing: 'No setting matches',
  history: {
    title: 'Changes of this visit',
    hint: 'What was saved here since the console was opened; a reload clears it. Secrets are not kept.',
    empty: 'Nothing changed yet',
    revert: 'Revert',
    revertNamed: 'Revert {{name}}',
    reverted: '{{name}} is as it was',
  },
  tab: {
    operation: 'Operation',
    ratelimit: 'Rate limits',
    models: 'Models',
    system: 'System',
    other: 'Other',
  },
  unit: {
    seconds: 'seconds',
    minutes: 'minutes',
    times: 'times',
    tokens: 'Token',
  },
  form,
  operation,
  ratio,
  rate,
  models,
  system,
  other,
};
