import type { ErrorTexts } from '../text.js';
import { managementErrors } from './management.js';
import { relayErrors } from './relay.js';

/** Chinese texts of every error. */
export const zh: ErrorTexts = { ...managementErrors, ...relayErrors };
