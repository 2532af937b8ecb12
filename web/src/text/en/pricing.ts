import type { Texts } from '../texts';

export const pricing: Texts['pricing'] = {
  title: 'Pricing',
};
