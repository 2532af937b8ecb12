import type { ErrorTexts } from '../text.js';
import { managementErrors } from './management.js';
import { relayErrors } from './relay.js';

/** English texts of every error. */
export const en: ErrorTexts = { ...managementErrors, ...relayErrors };
