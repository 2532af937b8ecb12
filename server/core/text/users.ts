import { defineTexts } from './define.js';

/** Refusals of signing in and of accounts, texts of spec/management-api.md 4.3, 4.5, 4.6. */
export const userTexts = defineTexts({
  password_login_disabled: '管理员关闭了密码登录',
  credentials_wrong: '用户名或密码错误，或用户已被封禁',
  user_not_found: '用户不存在',
  username_taken: '用户名已存在',
  original_password_wrong: '原密码错误',
  quota_negative: '额度不能为负数',
  group_unknown: '分组不存在',
  user_out_of_reach: '无权获取同级或更高等级用户的信息',
  user_not_editable: '无权更新同权限等级或更高权限等级的用户信息',
  role_not_grantable: '无权将其他用户权限等级提升到大于等于自己的权限等级',
  user_not_creatable: '无法创建权限大于等于自己的用户',
  root_not_bannable: '无法禁用超级管理员用户',
  root_not_deletable: '无法删除超级管理员用户',
  root_not_demotable: '无法降级超级管理员用户',
  user_locked: '该用户无法启用',
  promotion_needs_root: '普通管理员用户无法提升其他用户为管理员',
  already_admin: '该用户已经是管理员',
  already_user: '该用户已经是普通用户',
});
