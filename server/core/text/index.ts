import { authTexts } from './auth.js';
import { billingTexts } from './billing.js';
import { channelTexts } from './channels.js';
import { commonTexts } from './common.js';
import { notificationTexts } from './notifications.js';
import { oauthTexts } from './oauth.js';
import { optionTexts } from './options.js';
import { relayTexts } from './relay.js';
import { tokenTexts } from './tokens.js';
import { userTexts } from './users.js';

/** The text of every error by code. `{name}` is replaced by the error's parameter of that name. */
export const texts = {
  ...commonTexts,
  ...userTexts,
  ...tokenTexts,
  ...channelTexts,
  ...optionTexts,
  ...relayTexts,
  ...authTexts,
  ...oauthTexts,
  ...notificationTexts,
  ...billingTexts,
} as const;

export type TextCode = keyof typeof texts;
