import { type Icon, IconHistory, IconKey, IconPlugConnected, IconUser, IconUsers } from '@tabler/icons-react';
import type { ComponentType } from 'react';

export type Guard = 'public' | 'user' | 'admin';
export type MenuGroup = 'console' | 'admin' | 'personal';

/** Keys of the texts that name a page. */
export type PageTitle =
  | 'nav.home'
  | 'nav.login'
  | 'nav.tokens'
  | 'nav.logs'
  | 'nav.channels'
  | 'nav.users'
  | 'nav.personal'
  | 'shell.notFound';

export interface Screen {
  path: string;
  /** Addresses below the path that open a panel over the same page. */
  panels?: string[];
  title: PageTitle;
  load: () => Promise<ComponentType>;
  guard: Guard;
  /** No sidebar. */
  bare?: boolean;
  menu?: { group: MenuGroup; icon: Icon };
}

/** Every page: where it is, what loads it, who may see it, and its entry in the sidebar. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/',
    title: 'nav.home',
    load: async () => (await import('./features/home/home-page')).HomePage,
    guard: 'public',
    bare: true,
  },
  {
    path: '/login',
    title: 'nav.login',
    load: async () => (await import('./features/auth/login-page')).LoginPage,
    guard: 'public',
    bare: true,
  },
  {
    path: '/token',
    title: 'nav.tokens',
    load: async () => (await import('./features/tokens/tokens-page')).TokensPage,
    guard: 'user',
    menu: { group: 'console', icon: IconKey },
  },
  {
    path: '/log',
    title: 'nav.logs',
    load: async () => (await import('./features/logs/logs-page')).LogsPage,
    guard: 'user',
    menu: { group: 'console', icon: IconHistory },
  },
  {
    path: '/channel',
    panels: ['add', 'edit/:id'],
    title: 'nav.channels',
    load: async () => (await import('./features/channels/channels-page')).ChannelsPage,
    guard: 'admin',
    menu: { group: 'admin', icon: IconPlugConnected },
  },
  {
    path: '/user',
    panels: ['add', 'edit', 'edit/:id'],
    title: 'nav.users',
    load: async () => (await import('./features/users/users-page')).UsersPage,
    guard: 'admin',
    menu: { group: 'admin', icon: IconUsers },
  },
  {
    path: '/personal',
    title: 'nav.personal',
    load: async () => (await import('./features/personal/personal-page')).PersonalPage,
    guard: 'user',
    menu: { group: 'personal', icon: IconUser },
  },
  {
    path: '*',
    title: 'shell.notFound',
    load: async () => (await import('./features/not-found/not-found-page')).NotFoundPage,
    guard: 'public',
  },
];
