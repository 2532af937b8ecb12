import type { LogTexts } from '../log-text';

/**
 * English translations of texts that the server stores in Chinese: contents of log entries, their parts (amounts, prices),
 * names of first tokens, default descriptions of groups, and reasons why channels were disabled.
 */
export const logTexts: LogTexts = {
  '＄{amount} 额度': '${amount}',
  '{amount} 点额度': '{amount} units',
  '邀请额度划转 {quota}': 'Invitation reward moved to the balance: {quota}',
  '使用邀请码赠送 {quota}': 'Given for registering with an invitation: {quota}',
  '邀请用户赠送 {quota}': 'Given for inviting a user: {quota}',
  '使用在线充值成功，充值金额: {quota}，支付金额：{money}': 'Online top-up: {quota}, paid {money}',
  '请求中断，预留额度 {quota} 已释放': 'Request interrupted, reserved quota released: {quota}',
  '管理员修改了标签「{tag}」的渠道：{fields}（{ids}）':
    'An administrator changed the channels tagged “{tag}”: {fields} ({ids})',
  '管理员启用了标签「{tag}」的渠道（{ids}）': 'An administrator enabled the channels tagged “{tag}” ({ids})',
  '管理员禁用了标签「{tag}」的渠道（{ids}）': 'An administrator disabled the channels tagged “{tag}” ({ids})',
  '构图失败 {id}，补偿 {quota}': 'Drawing {id} failed, returned {quota}',
  '异步任务执行失败 {id}，补偿 {quota}': 'Task {id} failed, returned {quota}',
  '按实际用量结算 {id}：{tokens} tokens，退回 {quota}': 'Task {id} used {tokens} tokens, returned {quota}',
  '按实际用量结算 {id}：{tokens} tokens，补扣 {quota}':
    'Task {id} used {tokens} tokens, charged {quota} more',
  '管理员取消任务 {id}：{reason}': 'An administrator cancelled the task {id}: {reason}',
  '上游任务超时（超过1小时）': 'The upstream did not finish the task within 1 hour',
  '任务超时（{minutes}分钟）': 'The task was not finished within {minutes} minutes',
  '获取渠道信息失败，请联系管理员，渠道ID：{id}':
    'The channel of this task was deleted. Please contact an administrator, channel ID: {id}',
  提交未完成: 'The submission was not completed',
  提交失败: 'The submission failed',
  模型测试: 'Model test',
  '{user}的初始令牌': 'First token of {user}',
  默认分组: 'Default group',
  vip分组: 'VIP group',
  用户分组: 'User group',
  '（可能是上游出错）': 'The upstream may have failed',
  '{price}（可能是上游超时）': '{price} (the upstream may have timed out)',
  '{price}, （可能是请求出错）': '{price} (the request may have failed)',
  '{price}，模型 {model}': '{price}, model {model}',
  '{price}, 大小 {size}, 品质 {quality}': '{price}, size {size}, quality {quality}',
  '模型倍率 {model}，补全倍率 {completion}，音频倍率 {audio}，音频补全倍率 {audioCompletion}，分组倍率 {group}':
    'Model ratio {model}, completion ratio {completion}, audio ratio {audio}, audio completion ratio {audioCompletion}, group ratio {group}',
  '模型倍率 {model}，补全倍率 {completion}，分组倍率 {group}':
    'Model ratio {model}, completion ratio {completion}, group ratio {group}',
  '模型价格 {price}，分组倍率 {group}': 'Model price {price}, group ratio {group}',
  '响应时间 {spent}s 超过阈值 {limit}s': 'Response time {spent}s exceeds the limit of {limit}s',
  余额不足: 'The balance is not enough',
  '管理员将用户额度从 {old}修改为 {quota}': 'An administrator changed the quota from {old} to {quota}',
  管理员禁用了用户: 'An administrator disabled the user',
  管理员启用了用户: 'An administrator enabled the user',
  管理员删除了用户: 'An administrator deleted the user',
  管理员将用户提升为管理员: 'An administrator promoted the user to administrator',
  管理员将用户降级为普通用户: 'An administrator demoted the user to regular user',
  '管理员修改了设置 {key}': 'An administrator changed the setting {key}',
  '管理员创建了渠道「{name}」（{ids}）': 'An administrator created the channel “{name}” ({ids})',
  '管理员修改了渠道「{name}」（{id}）：{fields}':
    'An administrator changed the channel “{name}” ({id}): {fields}',
  '管理员删除了渠道 {ids}': 'An administrator deleted the channels {ids}',
  '管理员重建了 {count} 个渠道的能力表': 'An administrator rebuilt the abilities of {count} channels',
  '管理员设置了渠道的标签「{tag}」（{ids}）': 'An administrator tagged channels “{tag}” ({ids})',
  '管理员取消了渠道的标签（{ids}）': 'An administrator untagged channels ({ids})',
  '管理员删除了 {count} 条历史日志': 'An administrator deleted {count} log entries',
  '管理员创建了 {count} 个兑换码，ID {ids}':
    'Redemption codes created by an administrator: {count}, ID {ids}',
  '管理员修改了兑换码，ID {id}': 'An administrator changed the redemption code, ID {id}',
  '管理员删除了兑换码，ID {id}': 'An administrator deleted the redemption code, ID {id}',
  管理员创建了用户: 'An administrator created the user',
  管理员修改了用户信息: 'An administrator changed the user',
  '新用户注册赠送 {quota}': 'Given to a new user: {quota}',
  '通过兑换码充值 {quota}，兑换码ID {id}': 'Redeemed {quota}, code ID {id}',
};
