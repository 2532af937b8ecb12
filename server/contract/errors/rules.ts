/**
 * Rules for fields of requests, with the limits that their texts name. A failed rule is reported as `invalid_input` or
 * `invalid_parameter` with the parameters `field`, `rule` and the limits.
 */
const rules = {
  required: [],
  too_short: ['min'],
  too_long: ['max'],
  length: ['min', 'max'],
  too_few: ['min'],
  too_many: ['max'],
  too_small: ['min'],
  too_large: ['max'],
  wrong_format: [],
  not_allowed: [],
  unknown_field: [],
  contains_at: [],
  invisible_characters: [],
  not_http_url: [],
  not_url: [],
  not_https_url: [],
  not_string: [],
  not_number: [],
  not_integer: [],
  not_boolean: [],
  not_array: [],
  not_object: [],
  wrong_type: [],
} as const;

export type InputRule = keyof typeof rules;

/** The limits that a rule's text names. Lengths in Unicode characters. */
type RuleLimits<R extends InputRule = InputRule> = Readonly<Record<(typeof rules)[R][number], number>>;

/** Texts of the rules in one language. `{field}` is the name of the field. */
export type RuleTexts = Readonly<Record<InputRule, string>>;

export function isInputRule(text: string): text is InputRule {
  return Object.hasOwn(rules, text);
}

/** The message of a zod check that fails with this rule: `z.string().refine(isUrl, ruleMessage('not_url', {}))`. */
export function ruleMessage<R extends InputRule>(rule: R, limits: RuleLimits<R>) {
  return { message: rule, params: limits };
}
