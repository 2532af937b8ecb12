import type { Texts } from '../texts';

export const personalPage: Texts['personalPage'] = {
  title: 'Personal settings',
};
