import 'dayjs/locale/fr.js';
import { textIn } from '#contract/stored-texts/catalogue';
import { fr } from '#contract/stored-texts/fr';
import { translationOf } from '#contract/stored-texts/stored-sentence';
import type { LogTexts } from '../log-text';
import type { SomeTexts } from '../texts';
import { personal, personalPage, wallet } from './account';
import { auth, authPages } from './auth';
import { bulk, common, exporting, http, shortcuts, table, timeRange, views } from './common';
import { bill, ending, live, log, logDetail, receipt } from './logs';
import { chat, firstCall, pricing, running } from './models';
import { playground, playTasks } from './playground';
import { palette } from './palette';
import { about, home, nav, shell, status } from './shell';
import { drawings, tasks } from './tasks';
import { secondFactor } from './second-factor';
import { token } from './tokens';
import { costs, dashboard, overview } from './usage';

/** The texts of the pages of users. Those of administrators are in English. */
export const texts: SomeTexts = {
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
  log,
  logDetail,
  bill,
  ending,
  status,
  authPages,
  about,
  costs,
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
  running,
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

export { errorTexts } from './problems';

export const logTexts: LogTexts = {
  ofCode: (text) => textIn('fr', text, fr),
  ofSentence: (sentence) => translationOf(sentence, fr),
};

export { declared } from './declared';
