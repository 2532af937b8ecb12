import type { ErrorTexts } from '../text.js';
import { managementErrors } from './management.js';
import { relayErrors } from './relay.js';
import { inputRules } from './rules.js';

/** English texts of every error. */
export const en: ErrorTexts = { errors: { ...managementErrors, ...relayErrors }, rules: inputRules };
