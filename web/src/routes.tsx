import {
  type Icon,
  IconBell,
  IconBrush,
  IconChartAreaLine,
  IconChartBar,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconFileCheck,
  IconLockAccess,
  IconListCheck,
  IconMessageChatbot,
  IconPlugConnected,
  IconSettings,
  IconTag,
  IconTicket,
  IconUser,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Status } from './lib/api/use-status';
import type { TextPart } from './text/text-parts';

export type Guard = 'public' | 'user' | 'admin' | 'root';
export type MenuGroup = 'top' | 'console' | 'admin' | 'personal';

/** i18n keys of the page titles. */
export type PageTitle =
  | `nav.${'home' | 'login' | 'register' | 'invitation' | 'reset' | 'oauth' | 'setup' | 'pricing' | 'status' | 'about'}`
  | `nav.${'playground' | 'chat' | 'overview' | 'costs' | 'statement' | 'dashboard' | 'tokens' | 'logs' | 'drawings' | 'tasks'}`
  | `nav.${'channels' | 'redemptions' | 'users' | 'userTokens' | 'audit' | 'alerts' | 'prices' | 'settings' | 'wallet' | 'personal'}`
  | 'nav.channel'
  | 'nav.secondFactor'
  | 'nav.import'
  | 'shell.notFound';

export interface Screen {
  path: string;
  /** Paths below `path` that open a panel on the same page. */
  panels?: string[];
  title: PageTitle;
  load: () => Promise<ComponentType>;
  guard: Guard;
  /** Features whose texts the page shows, its own first. Dialogs that name their own add them. */
  texts?: readonly TextPart[];
  /** The page uses only the texts that are loaded on every visit, so it does not wait for the others. */
  light?: boolean;
  /** Hides the sidebar. */
  bare?: boolean;
  /** The page fills the window and scrolls internally; no footer. */
  full?: boolean;
  /** `when` = the status flag that shows the entry; absent = always shown. */
  menu?: { group: MenuGroup; icon: Icon; when?: keyof Status };
}

/** Every page: path, loader, access guard and sidebar entry. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/',
    title: 'nav.home',
    load: async () => (await import('./features/home/home-page')).HomePage,
    guard: 'public',
    light: true,
    bare: true,
  },
  {
    path: '/setup',
    title: 'nav.setup',
    load: async () => (await import('./features/setup/setup-page')).SetupPage,
    texts: ['setup'],
    guard: 'public',
    bare: true,
  },
  {
    path: '/login',
    title: 'nav.login',
    load: async () => (await import('./features/auth/login-page')).LoginPage,
    guard: 'public',
    light: true,
    bare: true,
  },
  {
    path: '/register',
    title: 'nav.register',
    load: async () => (await import('./features/auth/register-page')).RegisterPage,
    guard: 'public',
    light: true,
    bare: true,
  },
  {
    path: '/reset',
    title: 'nav.reset',
    load: async () => (await import('./features/auth/reset-page')).ResetPage,
    guard: 'public',
    light: true,
    bare: true,
  },
  {
    path: '/invitation',
    title: 'nav.invitation',
    load: async () => (await import('./features/auth/invitation-page')).InvitationPage,
    guard: 'public',
    light: true,
    bare: true,
  },
  {
    path: '/user/reset',
    title: 'nav.reset',
    load: async () => (await import('./features/auth/reset-confirm-page')).ResetConfirmPage,
    guard: 'public',
    light: true,
    bare: true,
  },
  {
    path: '/oauth/:provider',
    title: 'nav.oauth',
    load: async () => (await import('./features/auth/oauth-callback-page')).OAuthCallbackPage,
    guard: 'public',
    light: true,
    bare: true,
  },
  {
    path: '/pricing',
    title: 'nav.pricing',
    load: async () => (await import('./features/pricing/pricing-page')).PricingPage,
    texts: ['logs', 'pricing', 'settings/ratio'],
    guard: 'public',
  },
  {
    path: '/status',
    title: 'nav.status',
    load: async () => (await import('./features/status/status-page')).StatusPage,
    texts: ['status'],
    guard: 'public',
  },
  {
    path: '/about',
    title: 'nav.about',
    load: async () => (await import('./features/about/about-page')).AboutPage,
    texts: ['about'],
    guard: 'public',
  },
  {
    path: '/playground',
    title: 'nav.playground',
    load: async () => (await import('./features/playground/playground-page')).PlaygroundPage,
    texts: ['drawings', 'playground', 'playground/tasks', 'tasks', 'tokens', 'problems'],
    guard: 'user',
    full: true,
    menu: { group: 'top', icon: IconMessageChatbot },
  },
  {
    path: '/chat/:id?',
    title: 'nav.chat',
    load: async () => (await import('./features/chat/chat-page')).ChatPage,
    guard: 'public',
    bare: true,
    full: true,
  },
  {
    path: '/chat2link',
    title: 'nav.chat',
    load: async () => (await import('./features/chat/chat-redirect-page')).ChatRedirectPage,
    guard: 'user',
    bare: true,
  },
  {
    path: '/overview',
    title: 'nav.overview',
    load: async () => (await import('./features/overview/overview-page')).OverviewPage,
    texts: ['channels', 'channels/health', 'first-call', 'overview'],
    guard: 'user',
    menu: { group: 'console', icon: IconLayoutDashboard },
  },
  {
    path: '/costs',
    title: 'nav.costs',
    load: async () => (await import('./features/costs/costs-page')).CostsPage,
    texts: ['costs'],
    guard: 'user',
    menu: { group: 'console', icon: IconChartAreaLine },
  },
  {
    path: '/costs/statement',
    title: 'nav.statement',
    load: async () => (await import('./features/costs/statement-page')).StatementPage,
    texts: ['costs'],
    guard: 'user',
    bare: true,
  },
  {
    path: '/detail',
    title: 'nav.dashboard',
    load: async () => (await import('./features/dashboard/dashboard-page')).DashboardPage,
    texts: ['dashboard'],
    guard: 'user',
    menu: { group: 'console', icon: IconChartBar, when: 'enable_data_export' },
  },
  {
    path: '/token',
    panels: ['add', 'edit/:id'],
    title: 'nav.tokens',
    load: async () => (await import('./features/tokens/tokens-page')).TokensPage,
    texts: ['first-call', 'overview', 'tokens'],
    guard: 'user',
    menu: { group: 'console', icon: IconKey },
  },
  {
    path: '/log',
    title: 'nav.logs',
    load: async () => (await import('./features/logs/logs-page')).LogsPage,
    texts: ['dashboard', 'logs', 'personal', 'tokens', 'users', 'problems'],
    guard: 'user',
    menu: { group: 'console', icon: IconHistory },
  },
  {
    path: '/midjourney',
    title: 'nav.drawings',
    load: async () => (await import('./features/drawings/drawings-page')).DrawingsPage,
    texts: ['drawings', 'logs', 'task-list', 'tasks'],
    guard: 'user',
    menu: { group: 'console', icon: IconBrush, when: 'enable_drawing' },
  },
  {
    path: '/task',
    title: 'nav.tasks',
    load: async () => (await import('./features/tasks/tasks-page')).TasksPage,
    texts: ['drawings', 'logs', 'task-list', 'tasks'],
    guard: 'user',
    menu: { group: 'console', icon: IconListCheck, when: 'enable_task' },
  },
  {
    path: '/channel',
    panels: ['add', 'edit/:id'],
    title: 'nav.channels',
    load: async () => (await import('./features/channels/channels-page')).ChannelsPage,
    texts: ['channels', 'channels/health', 'channels/purchase-prices', 'tokens', 'problems'],
    guard: 'admin',
    menu: { group: 'admin', icon: IconPlugConnected },
  },
  {
    path: '/channel/:id',
    title: 'nav.channel',
    load: async () => (await import('./features/channels/page/channel-page')).ChannelPage,
    texts: ['channels', 'channels/health', 'channels/page', 'overview', 'tokens', 'problems'],
    guard: 'admin',
  },
  {
    path: '/redemption',
    panels: ['add', 'edit/:id'],
    title: 'nav.redemptions',
    load: async () => (await import('./features/redemptions/redemptions-page')).RedemptionsPage,
    texts: ['redemptions'],
    guard: 'admin',
    menu: { group: 'admin', icon: IconTicket },
  },
  {
    path: '/user',
    panels: ['add', 'edit', 'edit/:id'],
    title: 'nav.users',
    load: async () => (await import('./features/users/users-page')).UsersPage,
    texts: ['personal', 'tokens', 'users'],
    guard: 'admin',
    menu: { group: 'admin', icon: IconUsers },
  },
  {
    path: '/alerts',
    title: 'nav.alerts',
    load: async () => (await import('./features/alerts/alerts-page')).AlertsPage,
    texts: ['alerts', 'personal'],
    guard: 'admin',
    menu: { group: 'admin', icon: IconBell },
  },
  {
    path: '/user-tokens',
    title: 'nav.userTokens',
    load: async () => (await import('./features/user-tokens/user-tokens-page')).UserTokensPage,
    texts: ['tokens', 'user-tokens'],
    guard: 'admin',
    menu: { group: 'admin', icon: IconLockAccess },
  },
  {
    path: '/audit',
    title: 'nav.audit',
    load: async () => (await import('./features/audit/audit-page')).AuditPage,
    texts: ['audit', 'settings'],
    guard: 'admin',
    menu: { group: 'admin', icon: IconFileCheck },
  },
  {
    path: '/prices',
    title: 'nav.prices',
    load: async () => (await import('./features/settings/ratio/prices-page')).PricesPage,
    texts: ['pricing', 'settings', 'settings/ratio'],
    guard: 'admin',
    menu: { group: 'admin', icon: IconTag },
  },
  {
    path: '/import',
    title: 'nav.import',
    load: async () => (await import('./features/import/import-page')).ImportPage,
    texts: ['import'],
    guard: 'root',
  },
  {
    path: '/setting',
    title: 'nav.settings',
    load: async () => (await import('./features/settings/settings-page')).SettingsPage,
    texts: ['settings'],
    guard: 'admin',
    menu: { group: 'admin', icon: IconSettings },
  },
  {
    path: '/topup',
    title: 'nav.wallet',
    load: async () => (await import('./features/wallet/wallet-page')).WalletPage,
    texts: ['wallet'],
    guard: 'user',
    menu: { group: 'personal', icon: IconWallet },
  },
  {
    path: '/second-factor',
    title: 'nav.secondFactor',
    load: async () => (await import('./features/second-factor/enrolment-page')).EnrolmentPage,
    texts: ['personal', 'second-factor'],
    guard: 'user',
    bare: true,
  },
  {
    path: '/personal',
    title: 'nav.personal',
    load: async () => (await import('./features/personal/personal-page')).PersonalPage,
    texts: ['admin-keys', 'personal', 'second-factor'],
    guard: 'user',
    menu: { group: 'personal', icon: IconUser },
  },
  {
    path: '*',
    title: 'shell.notFound',
    load: async () => (await import('./features/not-found/not-found-page')).NotFoundPage,
    guard: 'public',
    light: true,
  },
];
