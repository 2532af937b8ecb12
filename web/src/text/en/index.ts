export { server } from './server';
import { channel, channelForm } from './channels';
import { common, http, table } from './common';
import { bill, ending, log, logDetail } from './logs';
import { auth, home, nav, personal, shell } from './shell';
import { token } from './tokens';
import { user } from './users';

export const en = {
  common,
  http,
  table,
  nav,
  shell,
  home,
  auth,
  personal,
  token,
  channel,
  channelForm,
  log,
  logDetail,
  bill,
  ending,
  user,
};
