import type { RemedyTexts } from '../remedies/remedy.js';

/** Chinese texts of the remedies of errors. */
export const remedies: RemedyTexts = {
  sendKey: {
    why: '网关不认识请求中的密钥。',
    todo: '在“API 令牌”中复制已启用令牌的密钥，以 Authorization: Bearer sk-… 发送。',
  },
  renewToken: {
    why: '该令牌已过期或已被禁用。',
    todo: '在“API 令牌”中启用它或延后过期时间，或创建新的令牌。',
  },
  raiseTokenQuota: {
    why: '令牌的额度不足以支付该请求。',
    todo: '在“API 令牌”中提高该令牌的额度，或设为无限额度。',
  },
  topUp: {
    why: '账户余额不足以支付该请求。',
    todo: '在“钱包”中使用兑换码或充值，或联系管理员增加额度。',
    admin: '为该用户增加额度，或让用户使用兑换码。',
  },
  account: {
    why: '该账户已被封禁或锁定。',
    todo: '请联系管理员。',
    admin: '在“用户管理”中启用该用户。',
  },
  editToken: {
    why: '该令牌不允许此 IP、模型或分组。',
    todo: '在“API 令牌”中修改该令牌的 IP 白名单、模型或分组。',
  },
  choosePin: {
    why: '密钥指定的渠道不存在、已被禁用，或无权指定。',
    todo: '发送密钥时去掉末尾的渠道编号。',
  },
  waitForDrain: {
    why: '管理员暂时停止向这些渠道发送新请求。',
    todo: '请稍后重试，或选择其他模型。',
    admin: '在“渠道”中结束排空。',
  },
  chooseModel: {
    why: '该分组中没有已启用的渠道提供此模型。',
    todo: '在“定价”中选择模型，或联系管理员添加。',
    admin: '在“渠道”中为该分组的已启用渠道添加此模型。',
  },
  setPrice: {
    why: '该模型没有价格，无法计费。',
    todo: '选择已定价的模型，或联系管理员设置价格。',
    admin: '在“系统设置”中设置价格，或开启自用模式。',
  },
  correctRequest: {
    why: '该接口不接受这样的请求。',
    todo: '按提示修改请求后重新发送。',
  },
  correctMapping: {
    why: '无法应用渠道的模型映射。',
    todo: '请联系管理员修改渠道的模型映射。',
    admin: '修改该渠道的模型映射。',
  },
  shortenRequest: {
    why: '请求超过大小限制。',
    todo: '减小单次请求的内容。',
    admin: '减小请求，或在服务器的环境变量中提高限制。',
  },
  sendFaster: {
    why: '请求未能及时到达。',
    todo: '检查客户端的网络后重新发送。',
  },
  changeContent: {
    why: '内容被拦截。',
    todo: '修改内容后重新发送。',
    admin: '修改内容，或调整“系统设置”中的屏蔽词。',
  },
  slowDown: {
    why: '已达到单位时间或同时进行的请求数限制。',
    todo: '按 Retry-After 等待，并减少请求。',
    admin: '等待，或在“系统设置”中提高限制。',
  },
  retry: {
    why: '网关暂时无法处理该请求。',
    todo: '请稍后重试；持续出现请联系管理员。',
    admin: '请稍后重试；持续出现请查看服务器日志和 /readyz。',
  },
  newSession: {
    why: '会话空闲或持续时间过长。',
    todo: '建立新的会话。',
  },
  providerBusy: {
    why: '服务商限制了网关的请求。',
    todo: '请稍后重试，或选择其他模型。',
    admin: '在“渠道”中为此模型添加渠道或密钥。',
  },
  checkProvider: {
    why: '服务商出错或无法连接。',
    todo: '请重试，或选择其他模型。',
    admin: '在“渠道”中测试该渠道：检查地址、密钥和网络。',
  },
  replaceChannelKey: {
    why: '服务商拒绝了渠道的密钥。',
    todo: '选择其他模型，或联系管理员。',
    admin: '在“渠道”中更换该渠道的密钥。',
  },
  signIn: {
    why: '会话或系统访问令牌缺失、无效或权限不足。',
    todo: '请重新登录；脚本请发送系统访问令牌和 New-Api-User。',
  },
  checkCredentials: {
    why: '密码、验证码或链接有误、已过期或缺失。',
    todo: '请重新输入，或重新获取。',
  },
  checkFactor: {
    why: '验证码每 30 秒更换一次，且只能使用一次；设备时间不准时验证码也会出错。',
    todo: '请等待下一个验证码，检查设备时间，或使用恢复码或通行密钥。',
    admin: '如果用户丢失了设备，可以在用户列表中重置其两步验证。',
  },
  setUpFactor: {
    why: '管理员要求此账户设置两步验证，且宽限期已过。',
    todo: '请在个人设置中添加身份验证器或通行密钥。',
  },
  rights: {
    why: '该账户无权执行此操作。',
    todo: '请联系更高权限的管理员。',
  },
  narrowPeriod: {
    why: '所选时间范围或筛选条件包含的数据过多。',
    todo: '缩短时间范围，或增加筛选条件。',
  },
  wait: {
    why: '相同的任务正在运行。',
    todo: '请等待其结束，进度显示在渠道列表上方。',
  },
  reload: {
    why: '对象已不存在，或已被更改。',
    todo: '刷新页面，查看当前状态。',
  },
  chooseOther: {
    why: '该内容已被占用或不被接受。',
    todo: '请更换。',
  },
  askAdministrator: {
    why: '该功能未启用或未配置。',
    todo: '换用其他方式，或联系管理员。',
    admin: '在“系统设置”中配置。',
  },
  checkService: {
    why: '网关依赖的外部服务拒绝请求或无法连接。',
    todo: '请稍后重试；持续出现请联系管理员。',
    admin: '检查“系统设置”中的地址和凭据，以及服务器的网络。',
  },
  linkAccount: {
    why: '该第三方账户尚未绑定用户。',
    todo: '请用其他方式登录，再在“个人设置”中绑定。',
  },
  moveGroup: {
    why: '该分组仍在使用中。',
    todo: '请先将其用户、令牌和渠道移到其他分组。',
  },
  checkChannel: {
    why: '上游拒绝了请求或无法连接。',
    todo: '检查渠道的密钥、API 地址和模型。',
  },
  otherWay: {
    why: '该类型、模型或客户端不支持此操作。',
    todo: '请选择其他类型、模型或客户端。',
  },
  correctInput: {
    why: '有值缺失或不被允许。',
    todo: '按提示修改该值。',
  },
};
