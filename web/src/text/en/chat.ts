import type { Texts } from '../texts';

export const chat: Texts['chat'] = {
  title: 'Chat',
};
