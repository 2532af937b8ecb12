import { relayErrors } from '#contract/errors/zh/relay';
import { inputRules } from '#contract/errors/zh/rules';
import { about } from './about';
import { authPages } from './auth-pages';
import { bulk } from './bulk';
import { channelUpstream, unsavedTest } from './channel-upstream';
import { channel, channelForm, channelSetting, tagForm } from './channels';
import { chat } from './chat';
import { common, exporting, http, table, views } from './common';
import { dashboard } from './dashboard';
import { drawings } from './drawings';
import { home } from './home';
import { keyRecognition } from './key-recognition';
import { live } from './live';
import { bill, ending, log, logDetail } from './logs';
import { palette } from './palette';
import { personalPage } from './personal-page';
import { playground } from './playground';
import { playTasks } from './playground-tasks';
import { pricing } from './pricing';
import { receipt } from './receipt';
import { redemption } from './redemptions';
import { running } from './running-tasks';
import { settings } from './settings';
import { setup } from './setup';
import { auth, nav, personal, shell } from './shell';
import { shortcuts } from './shortcuts';
import { taskPrices } from './task-prices';
import { tasks } from './tasks';
import { token } from './tokens';
import { user } from './users';
import { wallet } from './wallet';

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
  keyRecognition,
  channelUpstream,
  unsavedTest,
  channelSetting,
  tagForm,
  log,
  logDetail,
  bill,
  ending,
  user,
  authPages,
  setup,
  about,
  dashboard,
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
  palette,
  receipt,
  live,
  views,
  bulk,
  shortcuts,
} as const;

/** Texts of relay errors, which tests of channels can meet. */
export const errorTexts = { errors: relayErrors, rules: inputRules };
