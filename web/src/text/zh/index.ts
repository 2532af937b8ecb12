import { about } from '../../features/about/texts/zh';
import { adminKeys } from '../../features/admin-keys/texts/zh';
import { audit } from '../../features/audit/texts/zh';
import { auth, authPages } from '../../features/auth/texts/zh';
import {
  channelForm,
  channelSetting,
  channelGroups,
  channelUpstream,
  mapField,
  keyRecognition,
  unsavedTest,
} from '../../features/channels/form/texts/zh';
import { channelHealth } from '../../features/channels/health/texts/zh';
import { purchasePrices } from '../../features/channels/purchase-prices/texts/zh';
import { channelPage } from '../../features/channels/page/texts/zh';
import { channel, tagForm } from '../../features/channels/texts/zh';
import { chat } from '../../features/chat/texts/zh';
import { costs } from '../../features/costs/texts/zh';
import { dashboard } from '../../features/dashboard/texts/zh';
import { drawings } from '../../features/drawings/texts/zh';
import { firstCall } from '../../features/first-call/texts/zh';
import { home } from '../../features/home/texts/zh';
import { bill, ending, live, log, logDetail, receipt } from '../../features/logs/texts/zh';
import { overview } from '../../features/overview/texts/zh';
import { importing } from '../../features/import/texts/zh';
import { palette } from '../../features/palette/texts/zh';
import { personal, personalPage } from '../../features/personal/texts/zh';
import { playground } from '../../features/playground/texts/zh';
import { playTasks } from '../../features/playground/tasks/texts/zh';
import { pricing } from '../../features/pricing/texts/zh';
import { redemption } from '../../features/redemptions/texts/zh';
import { running } from '../../features/task-list/texts/zh';
import { taskPrices } from '../../features/settings/ratio/texts/zh';
import { secondFactor } from '../../features/second-factor/texts/zh';
import { settings } from '../../features/settings/texts/zh';
import { setup } from '../../features/setup/texts/zh';
import { shortcuts } from '../../features/shortcuts/texts/zh';
import { tasks } from '../../features/tasks/texts/zh';
import { token } from '../../features/tokens/texts/zh';
import { alerts } from '../../features/alerts/texts/zh';
import { status } from '../../features/status/texts/zh';
import { userTokens } from '../../features/user-tokens/texts/zh';
import { user } from '../../features/users/texts/zh';
import { wallet } from '../../features/wallet/texts/zh';
import { timeRange } from '../../ui/time-range/texts/zh';
import { bulk } from './bulk';
import { common, exporting, http, table, views } from './common';
import { nav, shell } from './shell';

/** The source language, which defines the keys. */
export const zh = {
  common,
  http,
  table,
  export: exporting,
  nav,
  shell,
  home,
  auth,
  personal,
  token,
  channel,
  channelForm,
  channelHealth,
  channelPage,
  keyRecognition,
  channelGroups,
  channelUpstream,
  mapField,
  unsavedTest,
  channelSetting,
  tagForm,
  log,
  logDetail,
  bill,
  ending,
  user,
  userTokens,
  audit,
  adminKeys,
  status,
  alerts,
  authPages,
  setup,
  importing,
  about,
  costs,
  purchasePrices,
  dashboard,
  firstCall,
  overview,
  pricing,
  wallet,
  playground,
  playTasks,
  chat,
  drawings,
  tasks,
  taskPrices,
  running,
  redemption,
  settings,
  personalPage,
  secondFactor,
  palette,
  receipt,
  live,
  views,
  bulk,
  timeRange,
  shortcuts,
} as const;

export { zh as texts };
export { errorTexts } from './problems';
