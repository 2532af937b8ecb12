import type { RuleTexts } from '../rules.js';

/** Chinese texts of the rules for fields. */
export const inputRules: RuleTexts = {
  required: '{field} 不能为空',
  too_short: '{field} 长度不能少于 {min} 个字符',
  too_long: '{field} 长度不能超过 {max} 个字符',
  length: '{field} 长度必须为 {min}-{max} 个字符',
  too_few: '{field} 不能少于 {min} 项',
  too_many: '{field} 不能超过 {max} 项',
  too_small: '{field} 不能小于 {min}',
  too_large: '{field} 不能大于 {max}',
  wrong_format: '{field} 格式不正确',
  not_allowed: '{field} 取值不在允许范围内',
  unknown_field: '不支持的字段 {field}',
  contains_at: '{field} 不能包含 @',
  invisible_characters: '{field} 不能包含不可见字符',
  not_http_url: '{field} 必须以 http:// 或 https:// 开头',
  not_url: '{field} 不是合法的地址',
  not_https_url: '{field} 必须以 https:// 开头',
  not_string: '{field} 应为字符串',
  not_number: '{field} 应为数字',
  not_integer: '{field} 应为整数',
  not_boolean: '{field} 应为布尔值',
  not_array: '{field} 应为数组',
  not_object: '{field} 应为对象',
  wrong_type: '{field} 类型不正确',
};
