import type { TextTemplates } from './stored-text.js';

/**
 * Charges and failures of tasks. The text of a charge begins with its price, in ratios with two decimals; every further fact is a
 * text around it.
 */
export const taskTexts = {
  task_price_per_call: {
    zh: '模型固定价格 {price}，分组倍率 {group}',
    en: 'Model price {price}, group ratio {group}',
  },
  task_factor_seconds: { zh: '{text}，时长（秒） {ratio}', en: '{text}, seconds {ratio}' },
  task_factor_size: { zh: '{text}，尺寸倍率 {ratio}', en: '{text}, size ratio {ratio}' },
  task_factor_mode: { zh: '{text}，模式倍率 {ratio}', en: '{text}, mode ratio {ratio}' },
  task_factor_audio: { zh: '{text}，音频倍率 {ratio}', en: '{text}, audio ratio {ratio}' },
  task_factor_samples: { zh: '{text}，数量 {ratio}', en: '{text}, number {ratio}' },
  task_factor_tier: { zh: '{text}，服务等级倍率 {ratio}', en: '{text}, service tier ratio {ratio}' },
  task_factor_images: { zh: '{text}，输入图片倍率 {ratio}', en: '{text}, input image ratio {ratio}' },
  task_factor_other: { zh: '{text}，{name} {ratio}', en: '{text}, {name} {ratio}' },
  task_tokens_estimated: { zh: '{text}，预估 {tokens} tokens', en: '{text}, about {tokens} tokens' },
  task_action: { zh: '{text}，操作 {action}', en: '{text}, action {action}' },
  task_id: { zh: '{text}，ID {id}', en: '{text}, ID {id}' },
  drawing_failed: { zh: '构图失败 {id}', en: 'Drawing {id} failed' },
  drawing_without_id_failed: { zh: '构图失败', en: 'Drawing failed' },
  task_failed: { zh: '异步任务执行失败 {id}', en: 'Task {id} failed' },
  task_without_id_failed: { zh: '异步任务执行失败', en: 'Task failed' },
  drawing_refunded: { zh: '构图失败 {id}，补偿 {quota}', en: 'Drawing {id} failed, returned {quota}' },
  drawing_without_id_refunded: { zh: '构图失败，补偿 {quota}', en: 'Drawing failed, returned {quota}' },
  task_refunded: { zh: '异步任务执行失败 {id}，补偿 {quota}', en: 'Task {id} failed, returned {quota}' },
  task_without_id_refunded: { zh: '异步任务执行失败，补偿 {quota}', en: 'Task failed, returned {quota}' },
  task_settled: { zh: '按实际用量结算 {id}：{tokens} tokens', en: 'Task {id} used {tokens} tokens' },
  task_settled_less: {
    zh: '按实际用量结算 {id}：{tokens} tokens，退回 {quota}',
    en: 'Task {id} used {tokens} tokens, returned {quota}',
  },
  task_settled_more: {
    zh: '按实际用量结算 {id}：{tokens} tokens，补扣 {quota}',
    en: 'Task {id} used {tokens} tokens, charged {quota} more',
  },
  drawing_overdue: {
    zh: '上游任务超时（超过1小时）',
    en: 'The upstream did not finish the task within 1 hour',
  },
  task_overdue: { zh: '任务超时（{minutes}分钟）', en: 'The task was not finished within {minutes} minutes' },
  task_channel_deleted: {
    zh: '获取渠道信息失败，请联系管理员，渠道ID：{id}',
    en: 'The channel of this task was deleted. Please contact an administrator, channel ID: {id}',
  },
  task_submission_lost: { zh: '提交未完成', en: 'The submission was not completed' },
  task_not_accepted: { zh: '提交失败', en: 'The submission failed' },
  task_without_channel: {
    zh: '当前分组 {group} 下对于模型 {model} 无可用渠道',
    en: 'No available channel for model {model} in group {group}',
  },
  task_internal_error: { zh: '服务器内部错误', en: 'Internal server error' },
  task_unconfirmed: {
    zh: '未收到上游对提交的确认',
    en: 'The upstream did not confirm the submission',
  },
} as const satisfies Readonly<Record<string, TextTemplates>>;
