import type { Texts } from '../texts';

export const redemption: Texts['redemption'] = {
  title: 'Redemption codes',
};
