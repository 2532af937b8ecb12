/**
 * Chinese texts of mails and notices. They define the codes and the parameters of all languages. The texts of mails (`mail_…`) and
 * `quota_low` are HTML, with a paragraph per line; all others are plain.
 */
export const zh = {
  test_title: '测试通知',
  test: '这是 {site} 发送的测试通知，您的通知设置可以使用。',

  quota_low_title: '您的额度即将用尽',
  quota_low:
    "{title}，当前剩余额度为 {quota}，为了不影响您的使用，请及时充值。<br/>充值链接：<a href='{link}'>{link}</a>",

  token_key_replaced_title: '令牌「{name}」的密钥已更换',
  token_key_replaced:
    '管理员更换了令牌「{name}」的密钥，原密钥 {key} 已失效，可能已经泄露。新密钥请在令牌列表中查看，并更新使用它的程序。',

  account_new_browser_title: '您在{site}的账户有新的登录',
  account_new_browser:
    '您在{site}的账户 {username} 从一个未曾使用过的浏览器登录。地址：{address}。浏览器：{browser}。',
  account_key_created_title: '您在{site}的账户新建了 API 密钥',
  account_key_created: '您在{site}的账户 {username} 新建了 API 密钥“{name}”。',
  account_access_token_created_title: '您在{site}的账户生成了系统访问令牌',
  account_access_token_created: '您在{site}的账户 {username} 生成了新的系统访问令牌，之前的令牌已失效。',
  account_admin_key_created_title: '您在{site}的账户新建了管理密钥',
  account_admin_key_created: '您在{site}的账户 {username} 新建了管理密钥“{name}”。',
  account_password_changed_title: '您在{site}的账户密码已修改',
  account_password_changed:
    '您在{site}的账户 {username} 的密码已修改，其他会话、系统访问令牌和管理密钥已失效。',
  account_second_factor_changed_title: '您在{site}的账户两步验证已更改',
  account_second_factor_changed: '您在{site}的账户 {username} 添加或移除了身份验证器或通行密钥。',
  account_email_changed_title: '您在{site}的账户邮箱已更改',
  account_email_changed: '您在{site}的账户 {username} 的邮箱现在是 {email}。',
  account_not_you: '如果这不是您本人的操作，请立即修改密码（其他会话会随之结束），并联系管理员。',
  second_factor_reset_title: '您的两步验证已被重置',
  second_factor_reset:
    '管理员移除了账户「{name}」的身份验证器、恢复码和通行密钥，并结束了所有会话。请重新登录并再次设置两步验证。如果您没有要求这样做，请立即更换密码并联系管理员。',

  channel_disabled_title: '渠道「{name}」（#{id}）已被禁用',
  channel_disabled: '渠道「{name}」（#{id}）已被禁用，原因：{reason}',
  channel_enabled: '渠道「{name}」（#{id}）已被启用',
  channels_tested_title: '渠道测试完成',
  channels_tested: '所有渠道测试已完成',

  alerts_title: '告警：{count} 项',
  alerts_recovered_title: '已恢复：{count} 项',
  alert_recovered: '【已恢复】{alert}',
  alert_channel_failing: '渠道「{name}」（#{id}）最近 {minutes} 分钟的成功率为 {value}%，低于 {limit}%',
  alert_channel_slow: '渠道「{name}」（#{id}）首字时间（P95）为 {value} 秒，超过 {limit} 秒',
  alert_channel_key_refused:
    '渠道「{name}」（#{id}）的密钥被上游拒绝（401）：最近 {minutes} 分钟 {value} 次调用',
  alert_channel_disabled: '渠道「{name}」（#{id}）已被自动禁用',
  alert_channel_balance: '渠道「{name}」（#{id}）的余额按目前消费仅够 {value} 小时，少于 {limit} 小时',
  alert_requests_failing: '最近 {minutes} 分钟全部请求的成功率为 {value}%，低于 {limit}%',
  alert_journal_late: '扣费入账已延迟 {value} 秒，超过 {limit} 秒',
  alert_journal_long: '{value} 笔扣费等待入账，超过 {limit}（JOURNAL_LIMIT 的一半）',
  alert_tasks_late: '任务轮询已延迟 {value} 秒，超过 {limit} 秒',
  alert_messages_wait: '{value} 封邮件和通知等待发送，超过 {limit}',
  alert_ledger_unbalanced: '账本不平：{value} 个账户的余额与明细之和不一致，请运行 npm run books',
  alert_audit_changed: '审计日志与封存值不一致：{value} 处，请运行 npm run books',

  mail_code_subject: '{site}邮箱验证邮件',
  mail_code: `您好，您正在进行{site}邮箱验证。
您的验证码为：<strong>{code}</strong>
验证码 {minutes} 分钟内有效，如果不是本人操作，请忽略。`,

  mail_test_subject: '{site}测试邮件',
  mail_test: '{site}的邮件设置可以发送邮件。',

  mail_taken_subject: '{site}邮箱验证邮件',
  mail_taken: `您好，有人请求用此邮箱地址在{site}注册或绑定账户，但此地址已有账户，因此没有发送验证码。
如果是您本人，请直接登录，或在登录页重置密码；如果不是本人操作，请忽略。`,

  mail_reset_subject: '{site}密码重置',
  mail_reset: `您好，您正在进行{site}密码重置。
点击 <a href='{link}'>此处</a> 进行密码重置。
如果链接无法点击，请尝试点击下面的链接或将其复制到浏览器中打开：<br> {link}
重置链接 {minutes} 分钟内有效，如果不是本人操作，请忽略。`,

  mail_invitation_subject: '{site} 账户邀请',
  mail_invitation: `您好，{inviter} 邀请您加入{site}。请在 {days} 天内打开下面的链接，设置用户名和密码；链接只能使用一次。
<a href='{link}'>{link}</a>
如果您不认识邀请人，请忽略此邮件。`,

  mail_email_changed_subject: '{site}账户邮箱已更改',
  mail_email_changed: `您好，您在{site}的账户邮箱已更改为 {email}，此地址不再用于登录和重置密码。
如果不是本人操作，请立即修改密码并联系管理员。`,
} as const;
