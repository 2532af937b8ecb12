import type { RemedyTexts } from '../remedies/remedy.js';

/** English texts of the remedies of errors. */
export const remedies: RemedyTexts = {
  sendKey: {
    why: 'The gateway does not know the key that was sent.',
    todo: 'Copy the key of an enabled token from API tokens and send it as Authorization: Bearer sk-….',
  },
  renewToken: {
    why: 'The token has expired or is disabled.',
    todo: 'Enable it or move its expiration time in API tokens, or create another one.',
  },
  raiseTokenQuota: {
    why: 'The quota of the token does not cover the request.',
    todo: 'Raise the quota of the token in API tokens, or set it to unlimited.',
  },
  topUp: {
    why: 'The balance of the account does not cover the request.',
    todo: 'Redeem a code or top up in the wallet, or ask your administrator for quota.',
    admin: 'Add quota to the user, or let the user redeem a code.',
  },
  account: {
    why: 'The account is banned or locked.',
    todo: 'Ask your administrator.',
    admin: 'Enable the user in Users.',
  },
  editToken: {
    why: 'The token does not allow this address, model or group.',
    todo: 'Change the allowed addresses, models or the group of the token in API tokens.',
  },
  choosePin: {
    why: 'The channel that the key names does not exist, is disabled, or may not be chosen.',
    todo: 'Send the key without the number of a channel at its end.',
  },
  waitForDrain: {
    why: 'An administrator keeps new requests from these channels for a limited time.',
    todo: 'Try again later, or choose another model.',
    admin: 'End the draining in Channels.',
  },
  chooseModel: {
    why: 'No enabled channel offers this model to the group.',
    todo: 'Choose a model in Pricing, or ask your administrator to add it.',
    admin: 'Add the model to an enabled channel of the group in Channels.',
  },
  setPrice: {
    why: 'The model has no price, so its requests cannot be charged.',
    todo: 'Choose a model with a price, or ask your administrator to set one.',
    admin: 'Set its price in the settings, or enable self-use mode.',
  },
  correctRequest: {
    why: 'The request is not one that this endpoint accepts.',
    todo: 'Correct what the message names, and send it again.',
  },
  correctMapping: {
    why: 'The model mapping of the channel cannot be applied.',
    todo: 'Ask your administrator to correct the model mapping.',
    admin: 'Correct the model mapping of the channel.',
  },
  shortenRequest: {
    why: 'The request is larger than allowed.',
    todo: 'Send less at a time.',
    admin: 'Send less, or raise the limit in the environment of the server.',
  },
  sendFaster: {
    why: 'The request did not arrive in time.',
    todo: 'Check the connection of the client, and send it again.',
  },
  changeContent: {
    why: 'The content was blocked.',
    todo: 'Change the content and send it again.',
    admin: 'Change the content, or the blocked words in the settings.',
  },
  slowDown: {
    why: 'A limit on requests in a time or at the same time was reached.',
    todo: 'Wait as long as Retry-After says, and send fewer requests.',
    admin: 'Wait, or raise the limit in the settings.',
  },
  retry: {
    why: 'The gateway cannot serve the request at the moment.',
    todo: 'Try again later. If it stays, ask your administrator.',
    admin: 'Try again later. If it stays, look at the log of the server and at /readyz.',
  },
  newSession: {
    why: 'The session was idle or open for too long.',
    todo: 'Open a new session.',
  },
  providerBusy: {
    why: 'The provider limits the requests of the gateway.',
    todo: 'Try again later, or choose another model.',
    admin: 'Add a channel or a key for this model in Channels.',
  },
  checkProvider: {
    why: 'The provider failed or could not be reached.',
    todo: 'Try again, or choose another model.',
    admin: 'Test the channel in Channels: its address, key and network.',
  },
  replaceChannelKey: {
    why: 'The provider rejects the key of the channel.',
    todo: 'Choose another model, or ask your administrator.',
    admin: 'Replace the key of the channel in Channels.',
  },
  signIn: {
    why: 'The session or access token is missing, not valid or not sufficient.',
    todo: 'Sign in again; scripts send the system access token with New-Api-User.',
  },
  checkCredentials: {
    why: 'The password, code or link is wrong, has expired or is missing.',
    todo: 'Enter it again, or request a new one.',
  },
  checkFactor: {
    why: 'A code changes every 30 seconds and works once. It is also wrong if the clock of the device is.',
    todo: 'Wait for the next code, check the clock of the device, or use a recovery code or a passkey.',
    admin: 'If the user has lost the device, reset the second factor in the list of users.',
  },
  setUpFactor: {
    why: 'The administrator requires a second factor of this account, and the grace period is over.',
    todo: 'Add an authenticator app or a passkey on the personal page.',
  },
  rights: {
    why: 'The account does not have the right to do this.',
    todo: 'Ask a person with a higher role.',
  },
  narrowPeriod: {
    why: 'The period or filter selects more than can be read at once.',
    todo: 'Choose a shorter period or more filters.',
  },
  wait: {
    why: 'The same job is running already.',
    todo: 'Wait for its end: its progress is above the list of channels.',
  },
  reload: {
    why: 'It does not exist any more, or was changed meanwhile.',
    todo: 'Reload the page and look at its present state.',
  },
  chooseOther: {
    why: 'It is taken or not accepted.',
    todo: 'Choose another one.',
  },
  askAdministrator: {
    why: 'This is switched off or not set up.',
    todo: 'Choose another way, or ask your administrator.',
    admin: 'Set it up in the settings.',
  },
  checkService: {
    why: 'A service on which the gateway depends refused or could not be reached.',
    todo: 'Try again later. If it stays, ask your administrator.',
    admin: 'Check its address and credentials in the settings, and the network of the server.',
  },
  linkAccount: {
    why: 'The third-party account is not bound to a user.',
    todo: 'Sign in another way and bind it in the personal settings.',
  },
  moveGroup: {
    why: 'The group is still in use.',
    todo: 'Move its users, tokens and channels to another group first.',
  },
  checkChannel: {
    why: 'The upstream refused the request or could not be reached.',
    todo: 'Check the key, the address and the models of the channel.',
  },
  otherWay: {
    why: 'This type, model or client does not support it.',
    todo: 'Choose another type, model or client.',
  },
  correctInput: {
    why: 'A value is missing or not allowed.',
    todo: 'Correct the value that the message names.',
  },
};
