import { noticeText } from '../notice.js';
import { isRefusal, jsonObject, messageIn, unreadable, verdictOf } from '../delivery-verdict.js';
import { defineNotificationChannel } from './notification-channel.js';
import { byteLength, shortened } from './shortened.js';

/**
 * Apple delivers payloads of up to 4,096 bytes; the server adds members of its own.
 * https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification
 */
const MAX_TEXT_BYTES = 3000;
const MAX_TITLE_LENGTH = 100;

/** Apple's errors about devices that no longer receive notices; the status of the answer is 500, as of temporary errors. */
const DEVICE_GONE = /BadDeviceToken|DeviceTokenNotForTopic|Unregistered/;

/**
 * Push messages to an iPhone: https://github.com/Finb/bark-server/blob/master/docs/API_V2.md. Addresses with `{{title}}` and
 * `{{content}}`, as other gateways store them, are called by GET with the texts in their place.
 */
export const bark = defineNotificationChannel({
  id: 'bark',
  name: { en: 'Bark', zh: 'Bark 推送' },
  guide: 'https://bark.day.app/',
  fields: {
    bark_url: {
      kind: 'url',
      label: { en: 'Bark address', zh: 'Bark 推送地址' },
      hint: {
        en: 'The address with your key, as the app shows it',
        zh: 'App 中显示的带 key 的推送地址',
      },
      placeholder: 'https://api.day.app/yourkey',
      required: true,
      secret: true,
    },
  },
  delivery: {
    http: {
      request: ({ notice }, { bark_url: address }) => {
        const title = shortened(notice.title, MAX_TITLE_LENGTH);
        if (/\{\{(title|content)\}\}/.test(address)) {
          const content = shortened(noticeText(notice), MAX_TEXT_BYTES, byteLength);
          return { method: 'GET', url: filled(address, { title, content }), headers: {} };
        }
        const { device_key, push, parameters } = partsOf(address);
        const bodyWith = (body: string) => JSON.stringify({ ...parameters, title, body, device_key });
        const text = shortened(noticeText(notice), MAX_TEXT_BYTES, (body) => byteLength(bodyWith(body)));
        const headers = { 'Content-Type': 'application/json; charset=utf-8' };
        return { method: 'POST', url: push, headers, body: bodyWith(text) };
      },
      judge: (response) => {
        const body = jsonObject(response.body);
        if (typeof body.code !== 'number') return unreadable(response);
        if (body.code === 200) return { outcome: 'delivered' };
        const message = messageIn(body, 'message');
        const refused = isRefusal(body.code) || DEVICE_GONE.test(message);
        return verdictOf(refused, `answered code ${body.code}: ${message}`, response.retryAfterSeconds);
      },
    },
  },
});

function filled(address: string, texts: Readonly<Record<'title' | 'content', string>>): string {
  return address
    .replaceAll('{{title}}', encodeURIComponent(texts.title))
    .replaceAll('{{content}}', encodeURIComponent(texts.content));
}

/** What an address consists of. */
interface BarkAddress {
  readonly device_key: string;
  /** Where messages are posted to. */
  readonly push: string;
  /** Of its query, such as `sound` and `group`: the server reads them from the body of a message. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The address that the app shows ends with the key; messages are posted to `push` beside it. */
function partsOf(address: string): BarkAddress {
  const url = new URL(address);
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const device_key = decoded(segments.pop() ?? '');
  const parameters = Object.fromEntries(url.searchParams);
  return { device_key, push: new URL(`/${[...segments, 'push'].join('/')}`, url).href, parameters };
}

/** A segment with a `%` that begins no escape is used as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
