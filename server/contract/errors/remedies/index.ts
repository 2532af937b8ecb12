import type { ErrorCode } from '../codes.js';
import { managementRemedies } from './management.js';
import { relayRemedies } from './relay.js';
import type { Remedy } from './remedy.js';

export const remedies: Readonly<Record<ErrorCode, Remedy>> = { ...managementRemedies, ...relayRemedies };
