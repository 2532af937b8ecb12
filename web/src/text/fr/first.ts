import { inputRules } from '#contract/errors/fr/rules';
import type { SomeTexts } from '../texts';
import { auth, authPages } from './auth';
import { common, http, table } from './common';
import { home, nav, shell } from './shell';

/** Texts of the rules of forms. */
export const rules = inputRules;

export const first: SomeTexts = { common, http, table, nav, shell, home, auth, authPages };
