/** What explains an error and says how to end it. Errors with the same remedy share its texts. */
export const REMEDIES = [
  'sendKey',
  'renewToken',
  'raiseTokenQuota',
  'topUp',
  'account',
  'editToken',
  'choosePin',
  'waitForDrain',
  'chooseModel',
  'setPrice',
  'correctRequest',
  'correctMapping',
  'shortenRequest',
  'sendFaster',
  'changeContent',
  'slowDown',
  'retry',
  'newSession',
  'providerBusy',
  'checkProvider',
  'replaceChannelKey',
  'signIn',
  'checkCredentials',
  'checkFactor',
  'setUpFactor',
  'rights',
  'narrowPeriod',
  'wait',
  'reload',
  'chooseOther',
  'askAdministrator',
  'checkService',
  'linkAccount',
  'moveGroup',
  'checkChannel',
  'otherWay',
  'correctInput',
] as const;
export type Remedy = (typeof REMEDIES)[number];

export interface RemedyText {
  /** Why it happened. */
  readonly why: string;
  /** What the caller can do. */
  readonly todo: string;
  /** What administrators can do, if that is more. */
  readonly admin?: string;
}
export type RemedyTexts = Readonly<Record<Remedy, RemedyText>>;
