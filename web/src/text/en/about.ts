import type { Texts } from '../texts';

export const about: Texts['about'] = {
  title: 'About',
};
