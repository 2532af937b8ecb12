import type { Texts } from '../texts';

export const receipt: Texts['receipt'] = {
  title: 'Receipt',
};
