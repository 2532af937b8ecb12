import type { Texts } from '../texts';

export const playground: Texts['playground'] = {
  title: 'Playground',
};
