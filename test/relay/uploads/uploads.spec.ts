import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { FormScanner } from '../../../server/dialects/operations/form-scanner.js';
import { imageEdit } from '../../../server/dialects/operations/image-edit.js';
import { audioLength } from '../../../server/dialects/operations/audio-length.js';
import { providerFor } from '../../../server/dialects/providers/registry.js';
import { receiveForm } from '../../../server/relay/uploads/receive-form.js';
import { Uploads, type Upload } from '../../../server/relay/uploads/uploads.js';
import { targetOf } from '../../dialects/recorded.js';

const MIB = 1024 * 1024;
const BOUNDARY = '----edge';
const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const part = (head: string, value = '') =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${value}`;
const END = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

let directory: string;
let upload: Upload;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'uploads-'));
  upload = new Uploads(directory).begin();
});

afterEach(async () => {
  await upload.discard();
  await rm(directory, { recursive: true });
});

test('images on disk are sent to Google unchanged', async () => {
  const images = [1, 2].map((fill) =>
    Buffer.concat([Buffer.from('\x89PNG', 'latin1'), Buffer.alloc(300_000 + fill, fill)]),
  );
  const body = Buffer.concat([
    Buffer.from(part('name="prompt"', 'red "and" 红色')),
    ...images.flatMap((bytes) => [Buffer.from(`\r\n${part('name="image[]"; filename="a"')}`), bytes]),
    END,
  ]);
  const scanner = new FormScanner(FORM_TYPE);
  scanner.push(body);
  await upload.append(body);
  const form = scanner.end(upload.whole());
  expect(form.bytes.memory).toBeUndefined();
  const request = imageEdit.read({
    body: Buffer.alloc(0),
    contentType: FORM_TYPE,
    form,
    path: '/v1/images/edits',
  });
  const model = 'gemini-2.5-flash-image';
  const call = providerFor(24)!.operations!['image-edit']!.request(request, targetOf({ type: 24, model }));
  const sent: Buffer[] = [];
  for await (const piece of call.streamed!) sent.push(piece);
  const text = Buffer.concat(sent);
  expect(call.headers['content-length']).toBe(String(text.length));
  const { contents } = JSON.parse(text.toString()) as { contents: { parts: object[] }[] };
  expect(contents[0]!.parts).toEqual([
    ...images.map((bytes) => ({ inlineData: { mimeType: 'image/png', data: bytes.toString('base64') } })),
    { text: 'red "and" 红色' },
  ]);
});

test('the length of a song on disk is found behind the image of its album', async () => {
  const frame = Buffer.alloc(417, 0x55);
  Buffer.from([0xff, 0xfb, 0x90, 0x00]).copy(frame);
  const image = Buffer.concat([Buffer.from('\0image/png\0\x03\0'), Buffer.alloc(6 * MIB, 9)]);
  const size = image.length + 10;
  const heads = Buffer.alloc(20);
  heads.write('ID3\x03');
  for (let at = 0; at < 4; at++) heads[6 + at] = (size >> (7 * (3 - at))) & 127;
  heads.write('APIC', 10);
  heads.writeUInt32BE(image.length, 14);
  const song = Buffer.concat([heads, image, ...Array.from({ length: 1000 }, () => frame)]);
  await upload.append(Buffer.concat([Buffer.from('before'), song]));
  const place = { start: 6, end: 6 + song.length, retained: song.subarray(0, 16) };
  const seconds = await audioLength(upload.whole(), {
    name: 'file',
    fileName: 'a.mp3',
    contentType: 'audio/mpeg',
    ...place,
  });
  expect(seconds).toBeCloseTo((1000 * 1152) / 44_100);
});

test('what comes out of a packed form counts, and no more of it is kept', async () => {
  const server = createServer();
  const received = new Promise<unknown>((resolve) => {
    server.on('request', (request, response) => {
      const refused = receiveForm(request, upload, MIB).catch((problem: unknown) => problem);
      void refused.then((problem) => response.end(() => resolve(problem)));
    });
  });
  const body = gzipSync(
    Buffer.concat([Buffer.from(part('name="file"; filename="a"')), Buffer.alloc(3 * MIB)]),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const headers = { 'content-type': FORM_TYPE, 'content-encoding': 'gzip' };
  await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body });
  expect(await received).toMatchObject({ code: 'body_too_large', params: { limit: 1 } });
  expect(upload.length).toBeLessThanOrEqual(MIB);
  server.close();
});

test('what a killed process left is forgotten by the next one', async () => {
  await writeFile(join(directory, 'left'), 'x');
  await new Uploads(directory).sweep();
  expect(await readdir(directory)).toEqual([]);
});
