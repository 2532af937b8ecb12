import { managementErrors } from '#contract/errors/en/management';

/** Texts of the errors of the management API, loaded with its first failure and with the console. */
export const errors = managementErrors;
