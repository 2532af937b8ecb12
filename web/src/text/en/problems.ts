import { relayErrors } from '#contract/errors/en/relay';
import { remedies } from '#contract/errors/en/remedies';
import { inputRules } from '#contract/errors/en/rules';

/** Texts of relay errors, which logs, tests of channels and the playground can meet, and what ends them. */
export const errorTexts = { errors: relayErrors, rules: inputRules, remedies };
