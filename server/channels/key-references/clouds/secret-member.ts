import { keyReferenceError, wholeValue } from '../key-source.js';

/** A place within a cloud: `name`, or `name#member` for a member of a secret that is a JSON object. */
export interface SecretPlace {
  readonly name: string;
  readonly member: string | undefined;
}

const MEMBER = /^[\w.-]+$/;

/** @param place the reference without its scheme. @throws ApiError key_reference_invalid */
export function secretPlace(place: string, reference: string): SecretPlace {
  const hash = place.indexOf('#');
  if (hash === -1) return { name: place, member: undefined };
  const member = place.slice(hash + 1);
  if (!MEMBER.test(member)) throw keyReferenceError('key_reference_invalid', reference);
  return { name: place.slice(0, hash), member };
}

/** The value of a secret, or of its member. @throws ApiError key_reference_missing */
export function secretValue(secret: string, { member }: SecretPlace, reference: string): string {
  if (member === undefined) return wholeValue(secret, reference);
  const value = Object.getOwnPropertyDescriptor(objectIn(secret), member)?.value as unknown;
  if (typeof value !== 'string') throw keyReferenceError('key_reference_missing', reference);
  return wholeValue(value, reference);
}

function objectIn(text: string): object {
  try {
    const content: unknown = JSON.parse(text);
    return typeof content === 'object' && content !== null && !Array.isArray(content) ? content : {};
  } catch {
    return {};
  }
}
