import type { Texts } from '../texts';

export const settings: Texts['settings'] = {
  title: 'Settings',
};
