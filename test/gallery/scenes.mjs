import {
  choose,
  chooseColumns,
  fill,
  keys,
  openFilters,
  openFirstRow,
  openParameters,
  openRow,
  openScopes,
  press,
  tick,
  type,
} from './acts.mjs';
import { JOBS } from './jobs.mjs';
import { MASKED_TOKENS } from './masked-tokens.mjs';
import { CHATS, PLAYED } from './played.mjs';

const MASKED = [[/\/api\/token\/(\?|$)/, MASKED_TOKENS]];
/** A new system access token, some time after the sign-in. */
const ASKED = [
  (page) =>
    page.route(/api\/user\/token/, (route) =>
      route.fulfill({
        status: 403,
        json: { success: false, message: '', data: null, code: 'confirmation_required' },
      }),
    ),
  press('生成系统访问令牌|Generate access token'),
  press('生成$|Generate$'),
];
/** What a server that others can reach says before it is set up. */
const UNFINISHED = [
  /api\/setup/,
  { status: false, root_init: false, database_type: 'postgres', link_required: true },
];
const FIRST_CALL = [[/\/api\/onboarding/, { done: false, channel: false, token_id: null, request: false }]];

/** The list behind the panel has a filter of the same name. */
const pressProvider = (page) =>
  page
    .getByRole('dialog')
    .getByRole('combobox', { name: /^(?:类型|Type)/ })
    .click();
const openMappings = press('重定向与复写|Mappings');
/** Two rows, of which the second has the name of the first. */
const fillMapping = async (page) => {
  for (const row of [
    ['gpt-4', 'gpt-6-luna'],
    ['gpt-4', 'gpt-5.5'],
  ]) {
    await page.getByRole('button', { name: /^(?:模型重定向：添加一行|Model mapping: add a row)/ }).click();
    await page.keyboard.type(row[0]);
    await page.keyboard.press('Tab');
    await page.keyboard.type(row[1]);
    await page.keyboard.press('Tab');
  }
};
const scrollToMapping = (page) =>
  page.getByRole('group', { name: /^(?:状态码复写|Status code mapping)/ }).scrollIntoViewIfNeeded();
const fillChannel = async (page) => {
  await page
    .getByRole('textbox', { name: /^(?:密钥|Key)/ })
    .first()
    .fill('sk-of-nobody');
};
const FAILED_TEST = [
  [
    /\/api\/channel\/tested/,
    {
      url: 'https://api.openai.com/v1/chat/completions',
      status: 401,
      milliseconds: 412,
      saved: false,
      error: {
        message: 'status code 401: Incorrect API key provided: sk-of-****body.',
        code: 'upstream_status',
        params: { status: 401, detail: 'Incorrect API key provided: sk-of-****body.' },
      },
    },
  ],
];

const INVITATIONS = [
  {
    id: 1,
    email: 'ida@example.com',
    role: 1,
    group: 'default',
    quota: 1_250_000,
    inviter: 'root',
    created_at: 1_795_700_000,
    expires_at: 1_796_304_800,
  },
];
const RECEIVED = { email: 'ida@example.com', inviter: 'root', expires_at: 1_796_304_800 };

const CHANGED = {
  operation: '6f1fd3e2-7d7c-4c8e-9d5e-2f8f6a3c1b11',
  operation_size: 27,
  created_at: 1_795_700_000,
  actor_id: 1,
  actor_name: 'root',
  how: 'paste',
  undoes: null,
  can_undo: true,
};
const CHANGES = [
  {
    model: 'gpt-4o',
    before: { ModelRatio: 1.25, CompletionRatio: 4, CacheRatio: 0.5 },
    after: { ModelRatio: 1.5, CompletionRatio: 4, CacheRatio: 0.5 },
  },
  { model: 'dall-e-3', before: {}, after: { ModelPrice: 0.04 } },
];
const PRICE_CHANGES = [
  [
    /\/api\/prices\/history\/operations/,
    [
      { ...CHANGED, first_id: 40, changes: CHANGES },
      {
        ...CHANGED,
        first_id: 39,
        operation: 'a6c1',
        operation_size: 1,
        how: 'script',
        can_undo: false,
        changes: [CHANGES[1]],
      },
    ],
  ],
  [/\/api\/prices\/history\/latest/, { 'gpt-4o': { created_at: 1_795_700_000, actor_name: 'root' } }],
];

const NOTICE = [
  [
    /\/api\/notice/,
    '**2026-11-20** New models are available: `gpt-4.1`, `o3-mini`.\n\n- Prices are on the pricing page.\n- Maintenance on Sunday from 02:00 to 02:30 UTC.',
  ],
];

/** What is opened, asked or refused on the pages; `answers` stand for the server's. */
export const SCENES = [
  ['home-notice', '/', 'user', [], NOTICE],
  [
    'second-factor-step',
    '/login',
    'nobody',
    [fill('用户名|Username', 'somebody'), fill('密码|Password', 'password'), press('登录$|Login$')],
    [[/\/api\/user\/login/, { require_2fa: true, methods: ['code', 'recovery_code', 'passkey'] }]],
  ],
  ['login-refused', '/login', 'nobody', [press('登录$|Login$')]],
  ['register-refused', '/register', 'nobody', [press('注册$|Register$')]],
  ['expired', '/login?expired=true', 'nobody', []],
  ['pricing-compare', '/pricing', 'user', [tick(2), press('对比与估算|Compare and estimate')]],
  ['account-menu', '/token', 'admin', [press('账户菜单|Account menu')]],
  ['palette', '/token', 'admin', [keys('Control+k')]],
  ['palette-found', '/token', 'admin', [keys('Control+k'), type('open')]],
  ['palette-verbs', '/token', 'admin', [keys('Control+k'), type('>disable')]],
  ['palette-actions', '/token', 'admin', [keys('Control+k'), type('#1'), keys('Tab')]],
  ['first-call', '/token', 'admin', [], FIRST_CALL],
  ['first-call-own', '/token', 'user', [], FIRST_CALL],
  ['time-range', '/log', 'admin', [openFilters, press('时间范围|Time range')]],
  [
    'prices-paste',
    '/prices',
    'admin',
    [press('粘贴表格|Paste table'), fill('表格内容|Rows$', 'gpt-4o\t3\t12\t1.5\ngpt-x\tmany')],
  ],
  ['prices-row', '/prices?model=gpt-4o', 'admin', []],
  ['prices-history', '/prices', 'admin', [press('更改记录|History')], PRICE_CHANGES],
  ['prices-changed', '/prices?model=gpt-4o', 'admin', [], PRICE_CHANGES],
  ['prices-adopt', '/prices?view=public', 'admin', [tick(3), press('采用|Take over')]],
  ['invite', '/user', 'admin', [press('邮件邀请|Invite by mail')], [[/\/api\/invitation/, INVITATIONS]]],
  ['invitation', '/invitation#a', 'nobody', [], [[/\/api\/invitation\/read/, RECEIVED]]],
  ['brief-opened', '/token', 'admin', [openFirstRow]],
  ['shortcuts', '/token', 'admin', [keys('?')]],
  ['token-refused', '/token/add', 'admin', [press('提交|Submit')]],
  ['token-edit', '/token', 'admin', [press('编辑令牌|Edit token')]],
  ['tokens-masked', '/token', 'admin', [], MASKED],
  ['tokens-masked-open', '/token', 'admin', [openFirstRow], MASKED],
  [
    'token-replace',
    '/token',
    'admin',
    [openFirstRow, press('更多操作|More actions'), choose('更换密钥|Replace key')],
    MASKED,
  ],
  ['token-reveal', '/token', 'admin', [openRow(1), press('显示令牌|查看令牌|Reveal token')], MASKED],
  ['token-scopes', '/token/add', 'admin', [openScopes]],
  ['token-delete', '/token', 'admin', [press('删除令牌|Delete token')]],
  ['token-samples', '/token', 'admin', [press('调用示例|Code samples')]],
  ['token-bulk', '/token', 'admin', [tick(2), press('批量操作|Bulk actions'), choose('禁用|Disable')]],
  ['token-columns', '/token', 'admin', [chooseColumns]],
  ['token-views', '/token', 'admin', [press('常用视图|Saved views')]],
  ['tokens-no-match', '/token?keyword=nothing-like-this', 'admin', []],
  ['tokens-empty', '/token', 'newcomer', []],
  ['tokens-failed', '/token', 'user', [], [[/\/api\/token\//, undefined]]],
  ['log-open', '/log', 'admin', [press('展开详情|Show details|Expand')]],
  ['log-receipt', '/log?receipt=first', 'admin', []],
  ['log-user', '/log', 'admin', [press('查看用户|Show user')]],
  ['log-newcomer', '/log', 'newcomer', []],
  ['drawings-filled', '/midjourney', 'admin', [], JOBS],
  ['drawings-list', '/midjourney', 'admin', [(page) => page.getByText(/^(?:列表|List)$/).click()], JOBS],
  ['drawing-details', '/midjourney', 'admin', [press('绘图任务 .* 的详情|Details of drawing')], JOBS],
  ['drawing-cancel', '/midjourney', 'admin', [press('取消任务|Cancel task')], JOBS],
  ['tasks-filled', '/task', 'admin', [], JOBS],
  ['task-songs', '/task', 'admin', [press('打开任务 .*Dawn|Open the result of task .*Dawn')], JOBS],
  ['task-video', '/task', 'admin', [press('打开任务 .*视频|Open the result of task .*Video')], JOBS],
  ['overview-empty', '/overview', 'newcomer', []],
  ['dashboard-empty', '/detail', 'newcomer', []],
  ['channel-refused', '/channel/add', 'admin', [press('提交|Submit')]],
  ['channel-key', '/channel/add', 'admin', [press('粘贴密钥自动识别|Recognize a pasted key')]],
  ['channel-edit', '/channel/edit/1', 'admin', []],
  ['channel-azure', '/channel/edit/5', 'admin', []],
  ['channel-provider', '/channel/add', 'admin', [pressProvider, type('qwen')]],
  ['channel-mapping', '/channel/add', 'admin', [openMappings, fillMapping, scrollToMapping]],
  ['channel-routing', '/channel/add', 'admin', [press('路由与限制|Routing and limits')]],
  ['channel-upstream', '/channel/add', 'admin', [press('上游|Upstream')]],
  [
    'channel-untested',
    '/channel/add',
    'admin',
    [fillChannel, press('测试并保存|Test and save')],
    FAILED_TEST,
  ],
  [
    'channel-test',
    '/channel',
    'admin',
    [press('更多操作|More actions'), choose('选择模型测试|Test a model')],
  ],
  ['channel-delete', '/channel', 'admin', [press('删除渠道|Delete channel')]],
  ['channel-copy', '/channel', 'admin', [press('更多操作|More actions'), choose('复制|Copy')]],
  ['channel-bulk', '/channel', 'admin', [press('批量操作$|Bulk actions$')]],
  ['channel-tag', '/channel?tag_mode=true', 'admin', [press('编辑标签|Edit tag')]],
  ['redemption-made', '/redemption/add', 'admin', [press('提交|Submit')]],
  ['redemption-edit', '/redemption', 'admin', [press('编辑兑换码|Edit code')]],
  [
    'redemption-bulk',
    '/redemption',
    'admin',
    [tick(2), press('批量操作|Bulk actions'), choose('删除|Delete')],
  ],
  ['user-refused', '/user/add', 'admin', [press('提交|Submit')]],
  ['user-edit', '/user/edit/2', 'admin', []],
  ['user-quota', '/user/edit/2', 'admin', [press('添加额度|Add quota')]],
  ['user-deactivate', '/user', 'admin', [press('注销用户 bob|Deactivate user bob')]],
  ['settings-found', '/setting', 'admin', [press('搜索设置|Search settings', 'combobox'), type('log')]],
  ['settings-ratios', '/setting?tab=operation&ratio=json#ratio', 'admin', []],
  ['settings-unsaved', '/setting', 'admin', [fill('失败重试次数|Retries after failure', '3')]],
  ['settings-smtp', '/setting?tab=system#smtp', 'admin', []],
  ['settings-groups', '/setting?tab=operation#groups', 'admin', []],
  ['settings-site', '/setting?tab=other#personalization', 'admin', []],
  ['prices-paste', '/prices', 'admin', [press('粘贴表格|Paste table')]],
  ['settings-price', '/prices', 'admin', [press('添加模型|Add model')]],
  ['prices-unset', '/prices?view=unset', 'admin', []],
  ['settings-history', '/setting', 'admin', [press('本次修改|Changes of this visit')]],
  ['redemption-campaigns', '/redemption', 'admin', [press('活动|Campaigns')]],
  ['wallet-refused', '/topup', 'user', [press('兑换$|Redeem$')]],
  ['personal-password', '/personal?tab=access', 'user', [press('修改密码|Change password')]],
  ['personal-admin-keys-form', '/personal?tab=keys', 'admin', [press('新建管理密钥|Add admin key')]],
  ['second-factor-app', '/second-factor', 'user', [press('设置身份验证器|Set up an authenticator app')]],
  [
    'second-factor-required',
    '/token',
    'user',
    [],
    [
      [
        /\/api\/user\/self$/,
        {
          id: 2,
          username: 'user',
          role: 1,
          quota: 500_000,
          setting: '',
          second_factor_notice: { reason: 'required', due_at: 1_900_000_000 },
        },
      ],
    ],
  ],
  ['personal-remove', '/personal?tab=access', 'user', [press('删除个人账户|Delete account')]],
  ['personal-email', '/personal?tab=access', 'user', [press('绑定邮箱|Bind email')]],
  ['confirmation', '/personal?tab=access', 'user', ASKED],
  [
    'confirmation-again',
    '/personal?tab=access',
    'user',
    ASKED,
    [[/api\/user\/confirm/, { methods: [], confirmed_until: 0 }]],
  ],
  ['setup-link', '/setup', 'nobody', [], [UNFINISHED]],
  ['setup', '/setup?token=t', 'nobody', [], [UNFINISHED]],
  ['playground-history', '/playground', 'user', [press('历史对话|Past conversations')]],
  [
    'playground-code',
    '/playground',
    'user',
    [press('导出与代码|Export and code'), choose('查看代码|View as code')],
  ],
  ['playground-compare', '/playground', 'user', [press('对比模型|Compare models')], CHATS],
  [
    'playground-tools',
    '/playground',
    'user',
    [openParameters, press('工具|Tools'), press('填入模板|Fill in template')],
    CHATS,
  ],
  [
    'playground-image',
    '/playground?mode=image',
    'user',
    [fill('提示词|Prompt', 'a gate in the fog'), press('生成图片|Generate images')],
    PLAYED,
  ],
  ['playground-video', '/playground?mode=video', 'user', [press('生成视频|Generate video')], PLAYED],
  [
    'playground-music',
    '/playground?mode=music',
    'user',
    [fill('歌曲描述|Description of the song', 'a calm song'), press('生成音乐|Generate music')],
    PLAYED,
  ],
  [
    'playground-failed',
    '/playground?mode=drawing',
    'user',
    [fill('提示词|Prompt', 'a cat'), press('提交绘图|Submit drawing')],
    PLAYED,
  ],
  ['offline', '/token', 'user', [(page) => page.context().setOffline(true)]],
  ['crashed', '/redemption', 'admin', [], [[/assets\/redemptions-page/, undefined]]],
  // Last, because a sidebar that was made narrow stays so.
  ['menu', '/token', 'admin', [press('打开菜单|收起侧边栏|Open menu|Collapse sidebar')]],
].map(([name, path, who, acts, answers = []]) => ({ name, path, who, acts, answers }));
