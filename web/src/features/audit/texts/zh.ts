import type { AuditAction } from '#contract/resources/audit';

const action: Record<AuditAction, string> = {
  change: '管理操作',
  top_up: '充值',
  sign_in: '登录',
  sign_in_failed: '登录失败',
  session_ended: '结束会话',
  access_token_created: '生成系统访问令牌',
  key_created: '创建令牌',
  key_replaced: '更换令牌密钥',
  user_invited: '邀请用户',
  invitation_revoked: '撤销邀请',
  invitation_accepted: '接受邀请',
  alert_muted: '静音告警',
  alert_rule_changed: '修改告警规则',
  alert_target_changed: '修改告警接收方',
  alert_target_removed: '删除告警接收方',
  purchase_price_added: '添加进价',
  purchase_price_removed: '删除进价',
};

export const audit = {
  title: '审计日志',
  lead: '谁在何时从哪里做了什么。数据库拒绝修改和删除这些记录。',
  account: '用户',
  accountHint: '用户名或 ID',
  action: '操作类型',
  anyAction: '全部操作',
  actions: action,
  notSignedIn: '未登录',
  concerns: '涉及用户 {{id}}',
  details: '详细信息',
  requestId: '请求 ID',
  userAgent: '浏览器',
  more: '加载更多',
  emptyTitle: '没有记录',
  emptyHint: '更改用户或操作类型后再试。',
};
