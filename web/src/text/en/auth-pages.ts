import type { Texts } from '../texts';

export const authPages: Texts['authPages'] = {
  title: 'Register',
};
