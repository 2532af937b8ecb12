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

/** Every refusal a person may read, by code. `{name}` is filled from the refusal's parameters. */
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
