import { idText } from '../../json/large-integers.js';
import { text } from '../../json/lenient.js';
import { errorReader } from '../../kit/images/image-errors.js';

/** `{"code":4,"description":"…"}`; gateways in front of a proxy answer `{"error":{"message":"…"}}`. */
export const readError = errorReader((body) => {
  const error = body.error;
  const nested = typeof error === 'object' && error !== null && 'message' in error ? text(error.message) : '';
  return { message: text(body.description).trim() || nested, code: idText(body.code) };
});
