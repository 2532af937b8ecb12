import type { FirstTexts } from '../texts';
import { authPages } from './auth-pages';
import { common, http, table } from './common';
import { home } from './home';
import { auth, nav, shell } from './shell';

export { server } from './server';

export const first: FirstTexts = { common, http, table, nav, shell, home, auth, authPages };
