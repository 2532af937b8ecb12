import { channelTexts } from './channels.js';
import { commonTexts } from './common.js';
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
} as const;

export type TextCode = keyof typeof texts;
