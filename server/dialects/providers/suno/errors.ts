import { text } from '../../json/lenient.js';
import { errorReader } from '../../kit/images/image-errors.js';

/** `{"code":"…","message":"…","data":null}` */
export const readError = errorReader((body) => ({ message: text(body.message), code: text(body.code) }));
