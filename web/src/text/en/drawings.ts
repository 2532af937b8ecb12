import type { Texts } from '../texts';

export const drawings: Texts['drawings'] = {
  title: 'Drawing log',
};
