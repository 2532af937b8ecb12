import { list, record } from '../../json/lenient.js';
import { scanObject } from '../../json/scan.js';
import { splice } from '../../json/splice.js';
import { withText, type Instructed } from '../../canonical/conversation/instructed.js';

const SYSTEM: readonly unknown[] = ['system', 'developer'];

/** @see Protocol.instruct */
export function instruct(body: Buffer, prompt: string, always: boolean): Instructed {
  const object = scanObject(body);
  const member = object.find('messages');
  const messages = [...list(member && object.value(member))];
  const at = messages.findIndex((message) => SYSTEM.includes(record(message).role));
  if (at !== -1 && !always) return { body, before: false };
  if (at === -1) messages.unshift({ role: 'system', content: prompt });
  else {
    const own = record(messages[at]);
    messages[at] = { ...own, content: withText(prompt, own.content, { type: 'text', text: prompt }) };
  }
  return { body: splice(object, new Map([['messages', JSON.stringify(messages)]])), before: at !== -1 };
}
