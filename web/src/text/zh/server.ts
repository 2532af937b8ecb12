import type { ServerTexts } from '../server-messages';

/** Chinese translations of the server's error codes and English messages. */
export const server: ServerTexts = {
  model_mapping_contains_cycle: '模型重定向形成了循环',
  'target timestamp is required': '请选择日志记录时间',
  'invalid SMTP account': 'SMTP 账户无效',
  'group ratio must be not less than 0: {group}': '分组倍率不能小于 0：{group}',
  'invalid code': '授权码无效',
  'failed to connect to Linux DO server': '无法连接至 Linux DO 服务器',
  'failed to get access token: {message}': '获取访问令牌失败：{message}',
  'failed to get user info from Linux DO': '无法从 Linux DO 获取用户信息',
  'invalid user info returned': '返回的用户信息无效',
};
