import { list, record } from '../../json/lenient.js';
import { scanObject } from '../../json/scan.js';
import { splice } from '../../json/splice.js';
import type { Instructed } from '../../canonical/conversation/instructed.js';

const NAMES = ['systemInstruction', 'system_instruction'] as const;

/** Accepts both spellings of the system instruction. @see Protocol.instruct */
export function instruct(body: Buffer, prompt: string, always: boolean): Instructed {
  const object = scanObject(body);
  const name = NAMES.find((one) => object.find(one)) ?? NAMES[0];
  const member = object.find(name);
  const own = member && object.value(member);
  const parts = typeof own === 'string' && own !== '' ? [{ text: own }] : list(record(own).parts);
  const isPresent = parts.length > 0;
  if (isPresent && !always) return { body, before: false };
  const instruction = JSON.stringify({ ...record(own), parts: [{ text: prompt }, ...parts] });
  return { body: splice(object, new Map([[name, instruction]])), before: isPresent };
}
