import { en } from '../en/index.js';
import type { ErrorTexts } from '../text.js';
import { managementErrors } from './management.js';
import { relayErrors } from './relay.js';
import { inputRules } from './rules.js';

/** French texts of the errors that users meet; those that only administrators meet are in English. */
export const fr: ErrorTexts = {
  errors: { ...en.errors, ...managementErrors, ...relayErrors },
  rules: inputRules,
};
