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
    done: 'imported, but the key does not work',
    todo: 'create another token',
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
  columns_unknown: { found: 'columns that are not imported', done: 'left out', todo: 'see docs/import.md' },
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleCode = keyof typeof RULES;

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
