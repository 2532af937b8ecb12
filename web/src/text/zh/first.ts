import { inputRules } from '#contract/errors/zh/rules';
import { auth, authPages } from '../../features/auth/texts/zh';
import { common, http, table } from './common';
import { home } from '../../features/home/texts/zh';
import { nav, shell } from './shell';

/** Texts of the rules of forms. */
export const rules = inputRules;

/** Texts of the page frame and the sign-in pages, loaded on every visit. */
export const first = { common, http, table, nav, shell, home, auth, authPages } as const;
