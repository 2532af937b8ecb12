import { authPages } from './auth-pages';
import { common, http, table } from './common';
import { home } from './home';
import { auth, nav, shell } from './shell';

export { server } from './server';

/** Texts of the page frame and the sign-in pages, loaded on every visit. */
export const first = { common, http, table, nav, shell, home, auth, authPages } as const;
