import { about } from '../../features/about/texts/en';
import { adminKeys } from '../../features/admin-keys/texts/en';
import { audit } from '../../features/audit/texts/en';
import { auth, authPages } from '../../features/auth/texts/en';
import {
  channelForm,
  channelSetting,
  channelGroups,
  channelUpstream,
  mapField,
  keyRecognition,
  unsavedTest,
} from '../../features/channels/form/texts/en';
import { channelHealth } from '../../features/channels/health/texts/en';
import { purchasePrices } from '../../features/channels/purchase-prices/texts/en';
import { channelPage } from '../../features/channels/page/texts/en';
import { channel, tagForm } from '../../features/channels/texts/en';
import { chat } from '../../features/chat/texts/en';
import { costs } from '../../features/costs/texts/en';
import { dashboard } from '../../features/dashboard/texts/en';
import { drawings } from '../../features/drawings/texts/en';
import { firstCall } from '../../features/first-call/texts/en';
import { home } from '../../features/home/texts/en';
import { bill, ending, live, log, logDetail, receipt } from '../../features/logs/texts/en';
import { overview } from '../../features/overview/texts/en';
import { importing } from '../../features/import/texts/en';
import { palette } from '../../features/palette/texts/en';
import { personal, personalPage } from '../../features/personal/texts/en';
import { playground } from '../../features/playground/texts/en';
import { playTasks } from '../../features/playground/tasks/texts/en';
import { pricing } from '../../features/pricing/texts/en';
import { redemption } from '../../features/redemptions/texts/en';
import { running } from '../../features/task-list/texts/en';
import { taskPrices } from '../../features/settings/ratio/texts/en';
import { secondFactor } from '../../features/second-factor/texts/en';
import { settings } from '../../features/settings/texts/en';
import { setup } from '../../features/setup/texts/en';
import { shortcuts } from '../../features/shortcuts/texts/en';
import { tasks } from '../../features/tasks/texts/en';
import { token } from '../../features/tokens/texts/en';
import { alerts } from '../../features/alerts/texts/en';
import { status } from '../../features/status/texts/en';
import { userTokens } from '../../features/user-tokens/texts/en';
import { user } from '../../features/users/texts/en';
import { wallet } from '../../features/wallet/texts/en';
import { timeRange } from '../../ui/time-range/texts/en';
import { bulk } from './bulk';
import { common, exporting, http, table, views } from './common';
import { nav, shell } from './shell';

export const en = {
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
};

export { en as texts };
export { logTexts } from './console';
export { errorTexts } from './problems';
