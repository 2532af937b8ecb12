import fc from 'fast-check';
import { ApiError } from '../../../server/contract/errors/api-error.js';
import { inputTotal, outputTotal } from '../../../server/dialects/canonical/usage.js';
import { batchEmbedContents, embedContent } from '../../../server/dialects/operations/embed-content.js';
import { FormScanner } from '../../../server/dialects/operations/form-scanner.js';
import { inMemory, isForm, type Form } from '../../../server/dialects/operations/form.js';
import type { Operation, OperationRequest } from '../../../server/dialects/operations/operation.js';
import { predict } from '../../../server/dialects/operations/predict.js';
import { operationRoutes } from '../../../server/dialects/operations/registry.js';
import { providerFor } from '../../../server/dialects/providers/registry.js';
import { seededRuns } from '../../setup/properties.js';
import { targetOf } from '../../dialects/recorded.js';

/** Bodies nobody should send, on the routes that are no conversation. */
const operations: [path: string, Operation][] = [
  ...operationRoutes.map(({ path, operation }): [string, Operation] => [path, operation]),
  ['/v1beta/models/m:embedContent', embedContent],
  ['/v1beta/models/m:batchEmbedContents', batchEmbedContents],
  ['/v1beta/models/imagen-3:predict', predict],
];
const JSON_TYPE = 'application/json';
const BOUNDARY = '----edge';
const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
/** Milliseconds of this process's own work; the slowest honest body here takes a fraction of it. */
const NO_HANG = 5000;

/** The request, or undefined where it was refused with 400; anything else is a defect. */
function read(operation: Operation, path: string, body: Buffer, contentType: string) {
  return tried(() => {
    const form = isForm(contentType) ? scanned(contentType, body) : undefined;
    return operation.read({ body, contentType, path, form });
  });
}

/** @param cuts where one piece ends and the next begins */
function scanned(contentType: string, body: Buffer, ...cuts: number[]): Form {
  const scanner = new FormScanner(contentType);
  let from = 0;
  for (const cut of [...cuts, body.length]) {
    scanner.push(body.subarray(from, cut));
    from = cut;
  }
  return scanner.end(inMemory(body));
}

function tried<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 400) return undefined;
    throw problem;
  }
}

/** What was read can be priced, and be said to every provider or be refused. */
function expectAudio(operation: Operation, request: OperationRequest | undefined, path: string): void {
  if (!request) return;
  expect(typeof request.model).toBe('string');
  expect(inputTotal(request.estimate) + outputTotal(request.estimate)).toBeGreaterThanOrEqual(0);
  for (const type of [1, 24, 1120, 1121, 1122, 1123]) {
    const codec = providerFor(type)?.operations?.[operation.name];
    if (codec) tried(() => codec.request(request, targetOf({ type, path })));
  }
}

const WHOLE: Readonly<Record<string, unknown>> = {
  model: 'm',
  input: 'hello',
  query: 'q',
  documents: ['a'],
  prompt: 'p',
  images: [{ image_url: 'https://x/a.png' }],
  content: { parts: [{ text: 'a' }] },
  instances: [{ prompt: 'p' }],
  parameters: { sampleCount: 2 },
  requests: [{ model: 'models/m', content: { parts: [{ text: 'a' }] } }],
};
const names = [
  ...Object.keys(WHOLE),
  'n',
  'size',
  'quality',
  'stream',
  'dimensions',
  'encoding_format',
].concat(
  ['top_n', 'stream_format', 'outputDimensionality', 'embedContentConfig', 'parts', 'text', 'valueOf'],
  ['toString', '__proto__', 'constructor', 'length'],
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>('', '1', '1024x1024', 'auto', 1, -1, 1e308, 1.5, true, null, 'true', 'hd'),
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 4 }),
  ),
}));

describe.each(operations)('%s', (path, operation) => {
  test('reads JSON of any shape, or refuses it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 }), (members) => {
        const body = Buffer.from(JSON.stringify({ ...WHOLE, ...members }));
        expectAudio(operation, read(operation, path, body, JSON_TYPE), path);
      }),
      seededRuns(150, 41),
    );
  });

  test('reads JSON that is cut, or damaged, or refuses it', () => {
    const whole = Buffer.from(JSON.stringify({ ...WHOLE, input: ['天', 'b'], n: 2 }));
    for (let cut = 0; cut <= whole.length; cut++)
      expectAudio(operation, read(operation, path, whole.subarray(0, cut), JSON_TYPE), path);
    for (let at = 0; at < whole.length; at++)
      for (const byte of [0x00, 0x22, 0x5c, 0x7b, 0x80, 0xff]) {
        const body = Buffer.from(whole);
        body[at] = byte;
        expectAudio(operation, read(operation, path, body, JSON_TYPE), path);
      }
  });

  test('reads a form that is cut, or damaged, or refuses it', () => {
    const whole = form();
    for (let cut = 0; cut <= whole.length; cut++)
      expectAudio(operation, read(operation, path, whole.subarray(0, cut), FORM_TYPE), path);
    for (let at = 0; at < whole.length; at++)
      for (const byte of [0x00, 0x0a, 0x0d, 0x22, 0x2d, 0x3b, 0x5c, 0xff]) {
        const body = Buffer.from(whole);
        body[at] = byte;
        expectAudio(operation, read(operation, path, body, FORM_TYPE), path);
      }
  });

  test.each([
    ['nested lists', Buffer.from(`{"model":"m","input":${'['.repeat(200_000)}${']'.repeat(200_000)}}`)],
    [
      'nested objects',
      Buffer.from(`{"model":"m","content":${'{"parts":'.repeat(100_000)}1${'}'.repeat(100_000)}}`),
    ],
    ['a text of megabytes', Buffer.from(JSON.stringify({ ...WHOLE, input: 'ab '.repeat(3_000_000) }))],
    [
      'many texts',
      Buffer.from(JSON.stringify({ ...WHOLE, input: Array.from({ length: 200_000 }, () => 'a') })),
    ],
    ['many names', Buffer.from(`{${'"model":"m",'.repeat(100_000)}"input":"a"}`)],
    ['a byte order mark', Buffer.from(`\uFEFF${JSON.stringify(WHOLE)}`)],
    ['no text', Buffer.from([0xff, 0xfe, 0x7b, 0x00])],
  ])('does not hang on %s', (_what, body) => {
    const start = process.cpuUsage();
    expectAudio(operation, read(operation, path, body, JSON_TYPE), path);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(NO_HANG);
  });

  test.each([
    ['blanks', `content-disposition: form-data; name="a"\r\ncontent-type: a${' '.repeat(15_000)}b`],
    ['semicolons', `content-disposition: form-data${';'.repeat(15_000)}`],
    ['quotes', `content-disposition: form-data; name="${'\\"'.repeat(7000)}`],
    ['lines', 'a: b\r\n'.repeat(2500)],
  ])('does not hang on heads of %s', (_what, head) => {
    const body = Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\nx\r\n`.repeat(900) + `--${BOUNDARY}--\r\n`);
    const start = process.cpuUsage();
    expectAudio(operation, read(operation, path, body, FORM_TYPE), path);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(NO_HANG);
  });
});

/** A part as it is written. */
const part = (head: string, value = 'x') => `--${BOUNDARY}\r\n${head}\r\n\r\n${value}\r\n`;
const plain = (name: string, value: string) => part(`content-disposition: form-data; name="${name}"`, value);
const FILES =
  part('Content-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png', 'RIFF') +
  part('Content-Disposition: form-data; name="file"; filename="b.wav"', 'RIFF');

function form(extra = '', before = ''): Buffer {
  const text = `${before}${plain('model', 'm')}${plain('prompt', '天')}${extra}${FILES}`;
  return Buffer.from(`${text}--${BOUNDARY}--\r\n`);
}

describe('a form', () => {
  const forms = operations.filter(([path]) => /images\/edits|audio\/tr/.test(path));
  const readForms = (body: Buffer, contentType = FORM_TYPE) =>
    forms.map(([path, operation]) => read(operation, path, body, contentType)?.model);

  test.each([
    ['as it should be', form(), FORM_TYPE],
    ['with a boundary in quotes', form(), `multipart/form-data; charset=utf-8; boundary="${BOUNDARY}"`],
    ['with a type in capitals', form(), `Multipart/Form-Data; Boundary=${BOUNDARY}`],
    ['with a preamble', form('', 'hello\r\n'), FORM_TYPE],
    ['with text behind its end', Buffer.concat([form(), Buffer.from('--more')]), FORM_TYPE],
    [
      'with a field repeated that means nothing here',
      form(plain('include[]', 'a') + plain('include[]', 'b')),
      FORM_TYPE,
    ],
    ['with a name of JavaScript’s own', form(plain('__proto__', 'a') + plain('constructor', 'b')), FORM_TYPE],
    [
      'with a file name by RFC 5987',
      form(part(`content-disposition: form-data; name="mask"; filename*=utf-8''%C3%A4.png`)),
      FORM_TYPE,
    ],
    [
      'with a file name that looks like a field',
      form(part('content-disposition: form-data; filename="a; name=model"; name="mask"')),
      FORM_TYPE,
    ],
  ])('%s is read', (_what, body, contentType) => {
    expect(readForms(body, contentType)).toEqual(forms.map(() => 'm'));
  });

  test.each([
    ['that names its model twice', form(plain('model', 'cheap')), FORM_TYPE],
    [
      'that names its model in a file',
      form(part('content-disposition: form-data; name="model"; filename="a"')),
      FORM_TYPE,
    ],
    [
      'with two names for a part',
      form(part('content-disposition: form-data; name="a"; name="model"')),
      FORM_TYPE,
    ],
    [
      'with two dispositions for a part',
      form(part('content-disposition: form-data; name="a"\r\ncontent-disposition: form-data; name="model"')),
      FORM_TYPE,
    ],
    ['with a folded head', form(part('content-disposition: form-data;\r\n name="size"')), FORM_TYPE],
    ['with a part that has no head', form(`--${BOUNDARY}\r\n\r\nx\r\n`), FORM_TYPE],
    ['with a boundary that goes on', form(`--${BOUNDARY}more\r\n`), FORM_TYPE],
    ['with bytes that are no text', Buffer.concat([form().subarray(0, -12), Buffer.from([0xff])]), FORM_TYPE],
    ['without a boundary', form(), 'multipart/form-data; charset=utf-8'],
    ['with two boundaries', form(), `${FORM_TYPE}; boundary=b`],
    ['with a boundary too long', form(), `multipart/form-data; boundary=${'b'.repeat(71)}`],
    ['with another boundary', form(), 'multipart/form-data; boundary=other'],
  ])('%s is refused', (_what, body, contentType) => {
    expect(readForms(body, contentType)).toEqual(forms.map(() => undefined));
  });
});

test('a form that comes in pieces is the same form, wherever these end', () => {
  const body = Buffer.concat([form(plain('empty', ''), 'hello\r\n'), Buffer.from('more')]);
  const found = (...cuts: number[]) => scanned(FORM_TYPE, body, ...cuts).parts;
  const whole = found();
  expect(whole.map(({ name, start, end }) => [name, body.toString('utf8', start, end)])).toEqual([
    ['model', 'm'],
    ['prompt', '天'],
    ['empty', ''],
    ['image', 'RIFF'],
    ['file', 'RIFF'],
  ]);
  for (let cut = 0; cut <= body.length; cut++) {
    expect(found(cut)).toEqual(whole);
    expect(found(cut, Math.min(cut + 3, body.length))).toEqual(whole);
  }
  expect(found(...body.keys())).toEqual(whole);
});

test('a form keeps no more of its fields and heads than a megabyte', () => {
  const long = 'x'.repeat(900_000);
  expect(scanned(FORM_TYPE, form(plain('a', long))).parts).toHaveLength(5);
  expect(
    scanned(FORM_TYPE, form(part('content-disposition: form-data; name="a"; filename="a"', long.repeat(2))))
      .parts,
  ).toHaveLength(5);
  expect(() => scanned(FORM_TYPE, form(plain('a', long) + plain('b', long)))).toThrow('longer than 1 MiB');
});
