import type { Texts } from '../texts';

export const wallet: Texts['wallet'] = {
  title: 'Wallet',
};
