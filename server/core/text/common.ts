import { defineTexts } from './define.js';

export const commonTexts = defineTexts({
  not_signed_in: { zh: '无权进行此操作，未登录且未提供 access token', status: 401 },
  access_token_invalid: '无权进行此操作，access token 无效',
  account_invalid: '无权进行此操作，用户信息无效',
  user_header_missing: { zh: '无权进行此操作，未提供 New-Api-User', status: 401 },
  user_header_malformed: { zh: '无权进行此操作，New-Api-User 格式错误', status: 401 },
  user_header_mismatch: { zh: '无权进行此操作，New-Api-User 与登录用户不匹配', status: 401 },
  request_not_from_console: { zh: '该请求不是由控制台页面发起的，已拒绝', status: 403 },
  user_banned: '用户已被封禁',
  role_too_low: '无权进行此操作，权限不足',
  invalid_parameters: '无效的参数',
  invalid_parameter: '无效的参数：{detail}',
  invalid_input: '输入不合法 {detail}',
  request_too_large: { zh: '请求体过大，上限为 {limit}', status: 413 },
  request_too_slow: { zh: '请求体发送过慢', status: 408 },
  too_many_requests: { zh: '请求次数过多，请稍后再试', status: 429 },
  repository_unknown: '未配置版本发布地址，无法检查更新',
  update_check_failed: '检查更新失败，请稍后再试',
  database_unavailable: { zh: '数据库连接失败', status: 503 },
  service_unavailable: { zh: '服务暂时不可用，请稍后重试', status: 503 },
  internal_error: { zh: '服务器内部错误', status: 500 },
});
