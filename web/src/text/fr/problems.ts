import { relayErrors } from '#contract/errors/fr/relay';
import { remedies } from '#contract/errors/fr/remedies';
import { inputRules } from '#contract/errors/fr/rules';

/** Texts of relay errors, which logs, tests of channels and the playground can meet, and what ends them. */
export const errorTexts = { errors: relayErrors, rules: inputRules, remedies };
