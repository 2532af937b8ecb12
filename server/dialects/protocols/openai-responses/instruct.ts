import { list, record, text } from '../../json/lenient.js';
import { scanObject } from '../../json/scan.js';
import { splice } from '../../json/splice.js';
import type { Instructed } from '../../canonical/conversation/instructed.js';

const SYSTEM: readonly unknown[] = ['system', 'developer'];

/** Instructions precede all messages, including those of developers. @see Protocol.instruct */
export function instruct(body: Buffer, prompt: string, always: boolean): Instructed {
  const object = scanObject(body);
  const value = (name: string): unknown => {
    const member = object.find(name);
    return member && object.value(member);
  };
  const own = text(value('instructions'));
  const isPresent = own !== '' || list(value('input')).some((item) => SYSTEM.includes(record(item).role));
  if (isPresent && !always) return { body, before: false };
  const instructions = JSON.stringify(own === '' ? prompt : `${prompt}\n${own}`);
  return { body: splice(object, new Map([['instructions', instructions]])), before: isPresent };
}
