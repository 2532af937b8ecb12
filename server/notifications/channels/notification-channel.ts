import type { PlainErrorCode } from '../../contract/errors/codes.js';
import type { Localized } from '../../contract/fields.js';
import type { SettingRule } from '../../contract/notification-settings.js';
import type { NotificationField } from '../../contract/resources/notification-channel.js';
import type { EgressRequest, EgressResponse } from '../http-egress.js';
import type { Notice } from '../notice.js';

/** Values of a channel's fields by name, secrets decrypted. Empty fields are '' or the field's default. */
export type NotificationSettingValues = Readonly<Record<string, string | number>>;

/** A notice as it is sent in one attempt. */
export interface OutgoingNotice {
  /** The same in every attempt. */
  readonly id: string;
  readonly notice: Notice;
  /** When the notice was created; the same in every attempt. */
  readonly createdAt: Date;
  /** Time of the attempt, for signatures. */
  readonly now: Date;
}

/** What a response means. `reason` is stored and shown to the user, without the secrets of the settings. */
export type Verdict =
  | { readonly outcome: 'delivered' }
  | { readonly outcome: 'retry'; readonly reason: string; readonly afterSeconds?: number }
  | { readonly outcome: 'refused'; readonly reason: string };

/** Delivery by one HTTP request. */
interface HttpDelivery<S = NotificationSettingValues> {
  request(outgoing: OutgoingNotice, settings: S): EgressRequest;
  /** What the response to the request means. Requests without a response are tried again. */
  judge(response: EgressResponse): Verdict;
}

/** Delivery by the mail server of the options. Failed mails are tried again. */
interface MailDelivery<S = NotificationSettingValues> {
  /** @param email the account's own address @returns '' if there is no address */
  recipient(settings: S, email: string): string;
}

/** A way to receive notices. A user chooses one by its id (`notify_type`). */
export interface NotificationChannel {
  readonly id: string;
  readonly name: Localized;
  readonly guide: string;
  readonly payload: string;
  readonly fields: readonly NotificationField[];
  /** Wait after the first failure; doubles with each attempt. */
  readonly firstWaitSeconds: number;
  readonly delivery: { readonly http: HttpDelivery } | { readonly mail: MailDelivery };
}

/** A field as channels declare it; what is absent is empty or false. */
interface DeclaredField {
  readonly kind: NotificationField['kind'];
  readonly label: Localized;
  readonly hint?: Localized;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly secret?: boolean;
  readonly pattern?: string;
  readonly min?: number;
  readonly max?: number;
  readonly default?: number;
  readonly codes?: Readonly<Partial<Record<SettingRule, PlainErrorCode>>>;
}

type SettingsOf<F extends Readonly<Record<string, DeclaredField>>> = {
  readonly [Name in keyof F]: F[Name]['kind'] extends 'integer' ? number : string;
};

interface DeclaredChannel<F extends Readonly<Record<string, DeclaredField>>> {
  readonly id: string;
  readonly name: Localized;
  /** Page of the service that explains how to get the values. */
  readonly guide?: string;
  /** Example of the body, for receivers that users write themselves. */
  readonly payload?: string;
  /** By the name under which the value is stored, which must differ from the fields of all other channels. */
  readonly fields: F;
  readonly firstWaitSeconds?: number;
  readonly delivery:
    { readonly http: HttpDelivery<SettingsOf<F>> } | { readonly mail: MailDelivery<SettingsOf<F>> };
}

const FIRST_WAIT_SECONDS = 10;

/** Completes a channel's declaration; the settings that its functions receive follow from its fields. */
export function defineNotificationChannel<const F extends Readonly<Record<string, DeclaredField>>>(
  declared: DeclaredChannel<F>,
): NotificationChannel {
  return {
    guide: '',
    payload: '',
    firstWaitSeconds: FIRST_WAIT_SECONDS,
    ...declared,
    fields: Object.entries<DeclaredField>(declared.fields).map(([name, field]) => ({
      name,
      hint: { en: '', zh: '' },
      placeholder: '',
      required: false,
      secret: false,
      pattern: '',
      codes: {},
      ...field,
    })),
  };
}
