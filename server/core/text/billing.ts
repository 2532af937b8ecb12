import { defineTexts } from './define.js';

/** Errors of redemption, payment, dashboards and the log. */
export const billingTexts = defineTexts({
  redemption_not_found: '兑换码不存在',
  redemption_id_missing: 'id 为空！',
  redemption_name_length: '兑换码名称长度必须在1-20之间',
  redemption_count_too_small: '兑换码个数必须大于0',
  redemption_count_too_large: '一次兑换码批量生成的个数不能大于 100',
  redemption_quota_negative: '兑换码额度不能为负数',
  redemption_quota_too_large: '兑换码额度超出允许范围',
  redemption_used: '该兑换码已被使用',
  redemption_not_editable: '只能编辑未使用的兑换码',
  redemption_key_missing: '未提供兑换码',
  redeem_key_unknown: '兑换失败，无效的兑换码',
  redeem_key_used: '兑换失败，该兑换码已被使用',
  payment_parameters: '参数错误',
  payment_amount_too_small: '充值数量不能小于 {min}',
  payment_money_too_low: '充值金额过低',
  payment_not_configured: '当前管理员未配置支付信息',
  payment_order_failed: '创建订单失败',
  log_not_found: '日志不存在',
  log_target_missing: 'target timestamp is required',
  data_span_too_long: '时间跨度不能超过 1 个月',
});
