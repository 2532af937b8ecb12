import { authPages } from './auth-pages';
import { common, http, table } from './common';
import { home } from './home';
import { auth, nav, shell } from './shell';

export { server } from './server';

/** What the frame and the pages around signing in say; every visit loads this much. */
export const first = { common, http, table, nav, shell, home, auth, authPages } as const;
