import type { Texts } from '../texts';

export const live: Texts['live'] = {
  title: 'Live',
};
