/** Limits of requests that forms check, too. Without imports, so that the console loads nothing else with them. */

/** Rows of a page if the request does not contain a size. */
export const DEFAULT_PAGE_SIZE = 10;
/** Rows of a page. */
export const MAX_PAGE_SIZE = 100;

/** Unicode characters of a new user name. Imported names may be longer. */
export const MAX_USERNAME_LENGTH = 12;

/** Unicode characters of a new password. */
export const PASSWORD_LENGTH = { min: 8, max: 20 };

/** Days of the spend that lists of tokens and users show. */
export const SPEND_DAYS = 7;

/** Unicode characters of a token's name. */
export const MAX_TOKEN_NAME_LENGTH = 30;

/** Published notices that are kept. */
export const MAX_NOTICES = 20;
/** Unicode characters of the name of a campaign of redemption codes. */
export const MAX_CAMPAIGN_LENGTH = 50;
/** Unicode characters of the name of redemption codes. */
export const MAX_CODE_NAME_LENGTH = 20;
/** Redemption codes created by one request. */
export const MAX_CODES = 100;

/** Changes of channels with different values in one request. */
export const MAX_CHANNEL_CHANGES = 1000;

/** Longest time for which a channel is drained, minutes: 7 days. */
export const MAX_DRAIN_MINUTES = 10_080;

/** Characters of the reason for which an administrator cancels tasks. */
export const MAX_CANCEL_REASON_LENGTH = 200;

/** Unicode characters of the reason of a refund or of a change of a quota. */
export const MAX_REASON_LENGTH = 300;

/** Characters of a search in all kinds of records. */
export const MAX_SEARCH_LENGTH = 100;

/** Characters of the name of an admin key. */
export const MAX_ADMIN_KEY_NAME_LENGTH = 50;
/** Longest lifetime of an admin key, days. */
export const MAX_ADMIN_KEY_DAYS = 366;
