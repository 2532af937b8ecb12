import { relayErrors } from '#contract/errors/zh/relay';
import { remedies } from '#contract/errors/zh/remedies';
import { inputRules } from '#contract/errors/zh/rules';

/** Texts of relay errors, which logs, tests of channels and the playground can meet, and what ends them. */
export const errorTexts = { errors: relayErrors, rules: inputRules, remedies };
