import type { Texts } from '../../../text/texts';

export const palette: Texts['palette'] = {
  title: 'Search and commands',
  placeholder: 'Search, or type a command …',
  pages: 'Pages',
  commands: 'Commands',
  tokens: 'Tokens',
  channels: 'Channels',
  users: 'Users',
  logs: 'Log',
  nothing: 'Nothing found',
  newToken: 'Add a token',
  newChannel: 'Add a channel',
  newRedemption: 'Add redemption codes',
  toLight: 'Switch to light mode',
  toDark: 'Switch to dark mode',
  switchLanguage: '切换到中文',
  userTokens: 'User tokens',
  tokenOfKey: 'Token {{name}} of {{owner}}',
  logsOfRequest: 'Log of this request',
  logsOfModel: 'Log of the model {{name}}',
};
