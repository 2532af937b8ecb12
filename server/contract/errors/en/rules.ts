import type { RuleTexts } from '../rules.js';

/** English texts of the rules for fields. */
export const inputRules: RuleTexts = {
  required: '{field} is required',
  too_short: '{field} must be at least {min} characters long',
  too_long: '{field} must be at most {max} characters long',
  length: '{field} must be {min} to {max} characters long',
  too_few: '{field} must have at least {min} items',
  too_many: '{field} must have at most {max} items',
  too_small: '{field} must be at least {min}',
  too_large: '{field} must be at most {max}',
  wrong_format: '{field} has an invalid format',
  not_allowed: '{field} must be one of the allowed values',
  unknown_field: 'unknown field {field}',
  contains_at: '{field} cannot contain @',
  invisible_characters: '{field} cannot contain invisible characters',
  not_http_url: '{field} must start with http:// or https://',
  not_url: '{field} must be a valid URL',
  not_https_url: '{field} must start with https://',
  not_string: '{field} must be a string',
  not_number: '{field} must be a number',
  not_integer: '{field} must be an integer',
  not_boolean: '{field} must be true or false',
  not_array: '{field} must be a list',
  not_object: '{field} must be an object',
  wrong_type: '{field} has the wrong type',
};
