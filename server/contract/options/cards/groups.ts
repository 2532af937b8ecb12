import { declareCard } from '../declaration.js';

/** Chat clients offered with a token: name and URL. The console fills in `{key}` and `{address}`. */
const DEFAULT_CHATS: Record<string, string>[] = [
  { 'ChatGPT Next Web 官方示例': 'https://app.nextchat.dev/#/?settings={"key":"{key}","url":"{address}"}' },
  {
    'Lobe Chat 官方示例':
      'https://chat-preview.lobehub.com/?settings={"keyVaults":{"openai":{"apiKey":"{key}","baseURL":"{address}/v1"}}}',
  },
  {
    'AI as Workspace':
      'https://aiaw.app/set-provider?provider={"type":"openai","settings":{"apiKey":"{key}","baseURL":"{address}/v1","compatibility":"strict"}}',
  },
  { 'AMA 问天': 'ama://set-api-key?server={address}&key={key}' },
  { OpenCat: 'opencat://team/join?domain={address}&token={key}' },
];

export const chatsCard = declareCard({
  id: 'chats',
  tab: 'operation',
  title: { zh: '令牌聊天设置', en: 'Chat applications' },
  synonyms: 'client application cherry studio lobe chat link 客户端 聊天链接',
  lead: {
    zh: '侧边栏与令牌列表中提供的聊天应用。',
    en: 'Chat clients in the sidebar and in the token list.',
  },
  save: { zh: '保存聊天设置', en: 'Save chat settings' },
  notice: {
    zh: '链接中的 {key} 将自动替换为 sk-xxxx，{address} 将自动替换为系统设置的服务器地址，末尾不带 / 和 /v1',
    en: 'In links, {key} is replaced by sk-xxxx and {address} by the server address without a trailing / or /v1.',
  },
  options: {
    /** Root only: these addresses receive token keys. */
    Chats: {
      kind: 'json',
      shape: 'chats',
      default: DEFAULT_CHATS,
      root: true,
      rows: [6, 16],
      label: { zh: '聊天配置', en: 'Chat links' },
      hint: {
        zh: 'JSON 列表，每项为 {"名称": "链接"}；必须配置至少一项，用户才能从令牌进入聊天。',
        en: 'JSON array of {"name": "link"}. The token list offers chats if there is at least one.',
      },
      invalid: { zh: '不是合法的 JSON 字符串', en: 'Not a valid JSON string' },
      template: [{ 'My chat': 'https://chat.example.com/#/?settings={"key":"{key}","url":"{address}"}' }],
    },
  },
});

export const groupsCard = declareCard({
  id: 'groups',
  tab: 'operation',
  title: { zh: '分组设置', en: 'Groups' },
  synonyms: 'tier vip plan ratio discount 等级 套餐 倍率 折扣',
  lead: {
    zh: '用户与渠道的分组，以及各组的价格倍率。',
    en: 'Groups of users and channels, and their price ratios.',
  },
  save: { zh: '保存分组倍率设置', en: 'Save groups' },
  options: {
    GroupRatio: {
      kind: 'json',
      shape: 'ratios',
      default: { default: 1, svip: 1, vip: 1 },
      label: { zh: '分组倍率', en: 'Group ratios' },
      hint: {
        zh: 'JSON 对象：键为分组名称，值为倍率。这里的名称就是全部分组。',
        en: 'JSON object: group name → ratio. These names define all groups.',
      },
      template: { default: 1, vip: 1, svip: 1 },
    },
    UserUsableGroups: {
      kind: 'json',
      shape: 'texts',
      default: { default: '默认分组', vip: 'vip分组' },
      label: { zh: '用户可选分组', en: 'Groups that users can select' },
      hint: {
        zh: 'JSON 对象：键为分组名称，值为显示给用户的描述。',
        en: 'JSON object: group name → description shown to users.',
      },
      template: { default: 'Default group', vip: 'VIP group' },
    },
  },
});

export const groupRulesCard = declareCard({
  id: 'group-rules',
  tab: 'operation',
  title: { zh: '分组规则', en: 'Group rules' },
  synonyms: 'tier vip discount 等级 折扣',
  lead: {
    zh: '某个用户分组在其他分组中的专属价格，以及令牌的自动分组。',
    en: 'Special ratios between groups, and automatic group selection for tokens.',
  },
  save: { zh: '保存分组规则', en: 'Save group rules' },
  options: {
    /** Ratio that members of a group pay in another group instead of its own: by the users' group, then by that group. */
    GroupGroupRatio: {
      kind: 'json',
      shape: 'groupRatios',
      default: {},
      label: { zh: '专属分组倍率', en: 'Special group ratios' },
      hint: {
        zh: 'JSON 对象：{"用户分组": {"使用分组": 倍率}}。有专属倍率时，它取代该分组的倍率（预扣与计费相同），并记录在日志中。',
        en: 'JSON: {"user group": {"group used": ratio}}. Replaces the ratio of the group used, for reservations and charges, and is shown in the log.',
      },
      template: { vip: { default: 0.9 } },
    },
    /**
     * Tokens of group `auto` are served in the first of these groups that their owner may use and that has a channel. If
     * empty, such tokens do not exist.
     */
    AutoGroups: {
      kind: 'json',
      shape: 'names',
      default: [],
      label: { zh: '自动分组', en: 'Automatic groups' },
      hint: {
        zh: 'JSON 列表，按顺序。分组为 auto 的令牌按顺序使用第一个用户可用且有该模型渠道的分组，并按其计费；留空则不提供 auto。',
        en: 'JSON array, in order. Tokens of group auto use the first of these groups that is available to their user and has a channel for the model, and are charged by it. Leave empty for no automatic groups.',
      },
      template: ['default', 'vip'],
    },
    /** New tokens start with the group `auto`. */
    DefaultUseAutoGroup: {
      kind: 'boolean',
      default: false,
      label: { zh: '新令牌默认使用自动分组', en: 'Use automatic groups for new tokens' },
      hint: {
        zh: '用户有可用的自动分组时，新建令牌的分组默认为 auto',
        en: 'New tokens start with group auto if automatic groups are available to their user.',
      },
    },
  },
});
