import { noUsage } from '../../server/dialects/canonical/usage.js';
import { inMemory, type Form, type FormPart } from '../../server/dialects/operations/form.js';
import type { OperationRequest } from '../../server/dialects/operations/operation.js';
import { speech } from '../../server/dialects/operations/speech.js';

/** Content of the file of `transcriptionForm`. */
export const AUDIO = Buffer.from([1, 2, 3, 255]);

/** A request for a transcription of `AUDIO`. Values that are lists are repeated fields. */
export function transcriptionForm(
  given: Readonly<Record<string, string | readonly string[]>> = {},
  stream = false,
): OperationRequest {
  const file = {
    name: 'file',
    fileName: 'a.wav',
    contentType: 'audio/wav',
    start: 0,
    end: AUDIO.length,
    retained: AUDIO,
  };
  const plain: FormPart[] = Object.entries(given).flatMap(([name, values]) =>
    [values].flat().map((value) => ({
      name,
      fileName: undefined,
      contentType: undefined,
      start: 0,
      end: 0,
      retained: Buffer.from(value),
    })),
  );
  const contentType = 'multipart/form-data; boundary=b';
  const form: Form = {
    contentType,
    boundary: 'b',
    parts: [file, ...plain],
    first: 0,
    bytes: inMemory(AUDIO),
  };
  const fields = Object.fromEntries(
    Object.entries(given).map(([name, values]) => [name, [values].flat()[0]]),
  );
  const estimate = { ...noUsage(), input: 7 };
  const body = Buffer.alloc(0);
  return { model: 't', stream, maxTokens: 0, includeUsage: true, body, contentType, form, fields, estimate };
}

/** A request for speech with these members. */
export function speechRequestOf(fields: object): OperationRequest {
  const body = Buffer.from(JSON.stringify({ model: 's', input: 'Hello.', voice: 'alloy', ...fields }));
  return speech.read({ body, contentType: 'application/json', path: '/v1/audio/speech' });
}

/** The plain fields of a form in their order, and its file. */
export function sentForm(call: { headers: Record<string, string>; body?: Buffer }): {
  fields: [name: string, value: string][];
  file: { field: string; name: string; type: string; content: Buffer };
} {
  const [, boundary = ''] =
    /^multipart\/form-data; boundary=(.+)$/.exec(call.headers['content-type'] ?? '') ?? [];
  const parts = call.body!.toString('latin1').split(`--${boundary}`).slice(1, -1);
  const fields: [string, string][] = [];
  let file = { field: '', name: '', type: '', content: Buffer.alloc(0) };
  for (const part of parts) {
    const [head = '', ...rest] = part.slice(2, -2).split('\r\n\r\n');
    const value = rest.join('\r\n\r\n');
    const [, name = ''] = /; name="([^"]*)"/.exec(head) ?? [];
    const [, fileName] = /filename="([^"]*)"/.exec(head) ?? [];
    if (fileName === undefined) fields.push([name, Buffer.from(value, 'latin1').toString('utf8')]);
    else {
      const [, type = ''] = /content-type: (.*)/.exec(head) ?? [];
      file = { field: name, name: fileName, type, content: Buffer.from(value, 'latin1') };
    }
  }
  return { fields, file };
}
