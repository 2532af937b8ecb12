import { createHash } from 'node:crypto';

/** A multipart/form-data body with its content type. */
export interface MultipartBody {
  readonly contentType: string;
  readonly body: Buffer;
}

/** A form with plain fields and one file (https://www.rfc-editor.org/rfc/rfc7578). */
export function fileForm(
  fields: Readonly<Record<string, string>>,
  file: { readonly name: string; readonly mediaType: string; readonly bytes: Buffer },
): MultipartBody {
  // Derived from the file, so that the file cannot contain it except by a collision of the hash.
  const boundary = `form-${createHash('sha256').update(file.bytes).digest('hex').slice(0, 40)}`;
  const pieces = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
  );
  const type = file.mediaType.replace(/[\r\n]/g, '');
  pieces.push(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${quoted(file.name)}"\r\n` +
      `content-type: ${type}\r\n\r\n`,
  );
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(pieces.join('')), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

/** Escaped as browsers do (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data). */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
