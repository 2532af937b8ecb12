import { inputRules } from '#contract/errors/en/rules';
import type { FirstTexts } from '../texts';
import { auth, authPages } from '../../features/auth/texts/en';
import { common, http, table } from './common';
import { home } from '../../features/home/texts/en';
import { nav, shell } from './shell';

/** Texts of the rules of forms. */
export const rules = inputRules;

export const first: FirstTexts = { common, http, table, nav, shell, home, auth, authPages };
