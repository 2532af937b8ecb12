import { EXPORT_RULES } from './open-format/export-rules.js';

/** What the import does with a row that cannot be taken as it is. docs/import.md has the same table. */
export interface Rule {
  /** What was found. */
  readonly found: string;
  /** What the import did. */
  readonly done: string;
  /** What somebody should do; '' = nothing. */
  readonly todo: string;
}

const TELL = 'tell the user';

/** By the code that notes are stored with; a code is never given another meaning. */
export const RULES = {
  name_taken: { found: 'an account here has the name', done: 'imported with another name', todo: TELL },
  name_missing: { found: 'no name', done: 'imported with a name made of its id', todo: TELL },
  first_account: {
    found: 'the super administrator of the source',
    done: 'took the place of the unused first account here',
    todo: 'sign in with the password of the source',
  },
  super_administrator: {
    found: 'a super administrator, beside the one of this installation',
    done: 'imported as an administrator',
    todo: '',
  },
  sign_in_id_taken: {
    found: 'a sign-in id (GitHub, OIDC, WeChat, Telegram, LINUX DO) that another account has',
    done: 'imported without it',
    todo: 'let the user bind it again, to the account that stays in use',
  },
  negative_balance: {
    found: 'a negative balance',
    done: 'entered as 0, since no balance here is negative',
    todo: 'collect the difference outside, if you want it',
  },
  amount_too_large: {
    found: 'an amount of 2^53 or more',
    done: 'entered as 0, since it cannot be counted exactly',
    todo: 'set the balance, or make the token unlimited',
  },
  balance_spent_twice: {
    found: 'a balance that was spent there and here',
    done: 'entered as 0, and the rest as not collected',
    todo: 'collect the difference outside, if you want it',
  },
  code_redeemed_twice: {
    found: 'a redemption code that was redeemed there and here',
    done: 'left as it is here; both balances have its amount',
    todo: 'take the amount from one of the balances',
  },
  password_unreadable: {
    found: 'a password hash that is not bcrypt',
    done: 'imported without a password',
    todo: 'reset the password',
  },
  access_token_taken: {
    found: 'an access token that another account has',
    done: 'imported without it',
    todo: 'create another one',
  },
  invite_code_taken: {
    found: 'an invitation code that another account has',
    done: 'imported without it; the account gets another one when it asks for it',
    todo: '',
  },
  role_unknown: { found: 'an unknown role', done: 'imported as an ordinary user', todo: 'set the role' },
  status_unknown: { found: 'an unknown status', done: 'imported disabled', todo: 'check and enable it' },
  setting_unreadable: {
    found: 'a setting that is no JSON',
    done: 'imported without it',
    todo: 'enter the setting again',
  },
  second_factor: {
    found: 'two-factor sign-in, a passkey or a sign-in provider that does not exist here',
    done: 'imported without it; the console asks the user of a second factor to set one up',
    todo: 'require a second factor, or ban the account until its password is changed',
  },
  subscription: {
    found: 'a subscription, which does not exist here',
    done: 'not imported',
    todo: 'credit what is left of it to the balance',
  },
  owner_missing: { found: 'its user is not imported', done: 'not imported', todo: '' },
  key_missing: { found: 'no key', done: 'not imported', todo: 'create another one' },
  key_taken: {
    found: 'a key that exists here already',
    done: 'not imported',
    todo: 'create another one, if both are in use',
  },
  key_with_dash: {
    found: 'a key with a dash, behind which a channel is named here',
    done: 'imported; no channel can be named behind it',
    todo: '',
  },
  addresses_unreadable: {
    found: 'addresses that cannot be read',
    done: 'imported disabled, rather than for all addresses',
    todo: 'correct the addresses and enable it',
  },
  type_unknown: {
    found: 'a channel type that does not exist here or cannot serve',
    done: 'imported disabled',
    todo: 'choose another type, then enable it',
  },
  mapping_unreadable: {
    found: 'a mapping, setting or override that cannot be read',
    done: 'imported disabled, without it',
    todo: 'enter it again, then enable the channel',
  },
  part_not_imported: {
    found: 'values in columns that do not exist here',
    done: 'imported without them',
    todo: 'see docs/import.md for where they are set here',
  },
  option_unknown: { found: 'an option that does not exist here', done: 'not imported', todo: '' },
  option_invalid: {
    found: 'a value that is not valid here',
    done: 'not imported: the default applies',
    todo: 'set the option',
  },
  option_kept: {
    found: 'another value was set here before',
    done: 'not imported: the value here stays',
    todo: 'set the option, if the other value is wanted',
  },
  group_without_ratio: {
    found: 'a group without a ratio, which counted as 1',
    done: 'added to GroupRatio with 1',
    todo: 'check the ratio',
  },
  group_disabled: {
    found: 'a group that is disabled',
    done: 'imported with its ratio; users cannot select it',
    todo: 'remove it from GroupRatio, if nothing may use it',
  },
  code_expires: {
    found: 'a redemption code that expires, which does not exist here',
    done: 'imported disabled',
    todo: 'enable it, if it is to be redeemed without a limit of time',
  },
  order_open: {
    found: 'an order that is not paid',
    done: 'imported as expired, since its payment would be reported to the old address',
    todo: 'credit it by hand, if it is paid yet',
  },
  order_taken: { found: 'an order number that exists here already', done: 'not imported', todo: '' },
  task_unfinished: {
    found: 'a task that has not ended',
    done: 'polled from now on; a failure is refunded',
    todo: 'stop the old gateway, which would refund it too',
  },
  task_without_channel: {
    found: 'a task that has not ended, whose channel does not exist',
    done: 'imported as failed, without a refund',
    todo: 'refund it by hand',
  },
  table_unknown: { found: 'a table that is not imported', done: 'left out', todo: 'see docs/import.md' },
  no_budget: {
    found: 'an account without a budget, which has no limit there',
    done: 'entered with the balance of --balance-without-budget, since each account has one here',
    todo: 'set the balance',
  },
  budget_renews: {
    found: 'a budget that begins again after a time',
    done: 'entered with what is left of it now; it does not begin again',
    todo: 'credit the account or the token from time to time',
  },
  rate_limited: {
    found: 'limits of requests, tokens or parallel requests',
    done: 'imported without them',
    todo: 'set limits of requests for groups, in the settings',
  },
  team_account: {
    found: 'a team',
    done: 'imported as an account that owns its keys, which share its balance as they shared its budget',
    todo: 'give its password to who is in charge of the team',
  },
  account_made: {
    found: 'keys of a user or a team without a row',
    done: 'imported with an account that was made for them',
    todo: '',
  },
  administrator_there: {
    found: 'an administrator of LiteLLM',
    done: 'imported as an ordinary user',
    todo: 'set the role',
  },
  key_for_other_routes: {
    found: 'a key that may not call models',
    done: 'imported disabled',
    todo: 'create an admin key for what uses it',
  },
  console_sessions: { found: 'sessions of the console of LiteLLM', done: 'left out', todo: '' },
  rows_without_time: { found: 'rows of the log without a time', done: 'left out', todo: '' },
  provider_unknown: {
    found: 'a provider without a channel type here',
    done: 'not imported',
    todo: 'create a channel of the type OpenAI or Custom, if its API is one of these',
  },
  key_reference: {
    found: 'a key in an environment variable',
    done: 'imported as a reference to the variable',
    todo: 'set the variable for servers and workers, and KEY_REFERENCE_ENV_PREFIX so that its name begins with it',
  },
  credential_incomplete: {
    found: 'a credential of which parts are in variables, files or the environment',
    done: 'imported disabled, without it',
    todo: 'enter the key, then enable the channel',
  },
  variable_missing: {
    found: 'a value in an environment variable that is not set for the import',
    done: 'not imported',
    todo: 'set the variable and import again',
  },
  value_encrypted: {
    found: 'values that cannot be decrypted',
    done: 'not imported',
    todo: 'set LITELLM_SALT_KEY, or LITELLM_MASTER_KEY without one, and import again',
  },
  wildcard: {
    found: 'a wildcard in the name of a model',
    done: 'imported with the models that are suggested for the channel type',
    todo: 'add other models that are used to the channel',
  },
  alias_without_model: {
    found: 'another name of a model that is not imported',
    done: 'not imported',
    todo: '',
  },
  fallback_left: {
    found: 'models that take the place of others',
    done: 'not imported',
    todo: 'add the model to a channel of lower priority, with a mapping',
  },
  price_other: {
    found: 'a price in a unit that the import does not know',
    done: 'not imported',
    todo: 'set the price of the model',
  },
  prices_differ: {
    found: 'deployments of one model with different prices',
    done: 'imported with the price of the first one',
    todo: 'check the price of the model',
  },
  master_key_left: {
    found: 'a master key',
    done: 'not imported',
    todo: 'create a token or an admin key for what uses it',
  },
  settings_left: { found: 'settings that are not imported', done: 'left out', todo: 'see docs/import.md' },
  columns_unknown: { found: 'columns that are not imported', done: 'left out', todo: 'see docs/import.md' },
  ...EXPORT_RULES,
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleCode = keyof typeof RULES;

/** Codes of notes that the translation of a source makes; each run makes them anew. */
export const TRANSLATION_RULES: readonly RuleCode[] = [
  ...(['no_budget', 'budget_renews', 'rate_limited', 'team_account', 'account_made'] as const),
  ...(['administrator_there', 'key_for_other_routes', 'console_sessions', 'rows_without_time'] as const),
  ...(['provider_unknown', 'key_reference', 'credential_incomplete', 'variable_missing'] as const),
  ...(['value_encrypted', 'wildcard', 'alias_without_model', 'fallback_left', 'price_other'] as const),
  ...(['prices_differ', 'master_key_left', 'settings_left', 'table_unknown', 'columns_unknown'] as const),
  ...(['record_left', 'group_disabled'] as const),
];

/** A note about a row of the source. */
export interface Note {
  readonly table: string;
  /** Id in the source, or the key of an option; '' for a table. */
  readonly id: string;
  readonly code: RuleCode;
  /** Names and values, none of them secret. */
  readonly detail: string;
}

/** The line of a note in a report. */
export function noteLine({ table, id, code, detail }: Note): string {
  const { found, done, todo }: Rule = RULES[code];
  const subject = [table, id, detail && `(${detail})`].filter((part) => part !== '').join(' ');
  return `${subject}: ${found}; ${done}${todo && `. To do: ${todo}`}`;
}
