import { scanObject } from '../../json/scan.js';
import { splice } from '../../json/splice.js';
import { withText, type Instructed } from '../../canonical/conversation/instructed.js';

/** @see Protocol.instruct */
export function instruct(body: Buffer, prompt: string, always: boolean): Instructed {
  const object = scanObject(body);
  const member = object.find('system');
  const own = member && object.value(member);
  const isPresent = Array.isArray(own) ? own.length > 0 : Boolean(own);
  if (isPresent && !always) return { body, before: false };
  const system = JSON.stringify(withText(prompt, own, { type: 'text', text: prompt }));
  return { body: splice(object, new Map([['system', system]])), before: isPresent };
}
