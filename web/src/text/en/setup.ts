import type { Texts } from '../texts';

export const setup: Texts['setup'] = {
  title: 'Set up',
};
