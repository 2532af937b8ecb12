import { managementErrors } from '#contract/errors/zh/management';
import { inputRules } from '#contract/errors/zh/rules';
import { auth, authPages } from '../../features/auth/texts/zh';
import { common, http, table } from './common';
import { home } from '../../features/home/texts/zh';
import { nav, shell } from './shell';

/** Texts of the errors that the first pages can meet. */
export const errorTexts = { errors: managementErrors, rules: inputRules };

/** Texts of the page frame and the sign-in pages, loaded on every visit. */
export const first = { common, http, table, nav, shell, home, auth, authPages } as const;
