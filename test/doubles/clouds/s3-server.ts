import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { CloudServer } from './cloud-server.js';
import { signatureProblem } from './aws-signature.js';

const KEY = { id: 'AKIDSTORAGE', secret: 'a secret of the storage' };
const BUCKET = 'backups';
const REGION = 'eu-central-1';
/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const MIN_PART = 5 * 1024 * 1024;
const MAX_PART_NUMBER = 10_000;

interface Part {
  readonly etag: string;
  readonly sum: string;
  readonly content: Buffer;
}

/**
 * The part of S3 that stores and reads objects, as documented: https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html.
 * It refuses what S3 refuses: signatures, checksums, parts that are small or out of order.
 */
export class S3Server extends CloudServer {
  readonly objects = new Map<string, Buffer>();
  readonly uploads = new Map<string, { key: string; parts: Map<number, Part> }>();
  /** How many of the next requests are answered with 503. */
  failures = 0;
  /** Operations that the policy forbids, with the key. */
  forbidden: RegExp | undefined;

  /** Variables that lead to it. */
  get environment(): Record<string, string> {
    return {
      AWS_ENDPOINT_URL_S3: this.url,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: KEY.id,
      AWS_SECRET_ACCESS_KEY: KEY.secret,
    };
  }

  protected async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const body = await buffer(request);
    const answer: Answer = (status, content = '', more = {}) =>
      void response.writeHead(status, { 'content-type': 'application/xml', ...more }).end(content);
    const refuse: Refuse = (status, code, message) =>
      answer(
        status,
        `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
      );
    const problem = signatureProblem(
      { method, path: url, headers, body },
      {
        service: 's3',
        region: REGION,
        secretOf: (id) => (id === KEY.id ? { secret: KEY.secret } : undefined),
        isS3: true,
        checksClock: true,
      },
    );
    if (problem === 'unknown key')
      return refuse(
        403,
        'InvalidAccessKeyId',
        'The AWS Access Key Id you provided does not exist in our records.',
      );
    if (problem !== undefined) {
      this.violations.push(`${method} ${url}: signature ${problem}`);
      return refuse(403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match.');
    }
    if (headers['x-amz-content-sha256'] !== sha256(body, 'hex'))
      return refuse(
        400,
        'XAmzContentSHA256Mismatch',
        'The provided x-amz-content-sha256 header does not match.',
      );
    if (this.failures > 0) {
      this.failures--;
      return refuse(503, 'SlowDown', 'Please reduce your request rate.');
    }
    const { pathname, searchParams: query } = new URL(url, 'http://localhost');
    const [, bucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/.exec(decodeURIComponent(pathname)) ?? [];
    if (bucket !== BUCKET) return refuse(404, 'NoSuchBucket', 'The specified bucket does not exist');
    const operation = operationOf(method, query);
    this.calls.push(`${operation} ${key}`);
    if (this.forbidden?.test(`${operation} ${key}`)) return refuse(403, 'AccessDenied', 'Access Denied');
    this.operate({ operation, key, query, body, headers }, answer, refuse);
  }

  private operate(request: Operation, answer: Answer, refuse: Refuse): void {
    const { operation, key, query, body } = request;
    const upload = this.uploads.get(query.get('uploadId') ?? '');
    if (query.has('uploadId') && upload?.key !== key)
      return refuse(404, 'NoSuchUpload', 'The specified multipart upload does not exist.');
    switch (operation) {
      case 'GetObject': {
        const content = this.objects.get(key);
        if (!content) return refuse(404, 'NoSuchKey', 'The specified key does not exist.');
        return answer(200, content, { 'content-type': 'binary/octet-stream', etag: etagOf(content) });
      }
      case 'PutObject':
        if (!this.isWhole(request)) return refuse(400, 'BadDigest', 'The checksum did not match.');
        this.objects.set(key, body);
        return answer(200, '', { etag: etagOf(body) });
      case 'DeleteObject':
        this.objects.delete(key);
        return answer(204);
      case 'CreateMultipartUpload': {
        const id = randomUUID();
        this.uploads.set(id, { key, parts: new Map() });
        return answer(
          200,
          `<InitiateMultipartUploadResult><Bucket>${BUCKET}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        );
      }
      case 'UploadPart': {
        const number = Number(query.get('partNumber'));
        if (!Number.isInteger(number) || number < 1 || number > MAX_PART_NUMBER)
          return refuse(
            400,
            'InvalidArgument',
            'Part number must be an integer between 1 and 10000, inclusive',
          );
        if (!this.isWhole(request)) return refuse(400, 'BadDigest', 'The checksum did not match.');
        const part = { etag: etagOf(body), sum: sha256(body, 'base64'), content: body };
        upload!.parts.set(number, part);
        return answer(200, '', { etag: part.etag, 'x-amz-checksum-sha256': part.sum });
      }
      case 'AbortMultipartUpload':
        this.uploads.delete(query.get('uploadId')!);
        return answer(204);
      case 'CompleteMultipartUpload':
        return this.completeUpload(request, upload!.parts, answer, refuse);
      default:
        this.violations.push(operation);
        refuse(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.');
    }
  }

  private completeUpload(
    { key, query, body }: Operation,
    stored: ReadonlyMap<number, Part>,
    answer: Answer,
    refuse: Refuse,
  ): void {
    const listed = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      etag: /<ETag>(.*?)<\/ETag>/.exec(part)?.[1]?.replaceAll('&quot;', '"'),
      sum: /<ChecksumSHA256>(.*?)</.exec(part)?.[1],
    }));
    if (listed.length === 0) return refuse(400, 'MalformedXML', 'The XML you provided was not well-formed');
    if (listed.some(({ number }, index) => index > 0 && number <= listed[index - 1]!.number))
      return refuse(400, 'InvalidPartOrder', 'The list of parts was not in ascending order.');
    const parts = listed.map(({ number }) => stored.get(number));
    if (parts.some((part, index) => part?.etag !== listed[index]!.etag || part?.sum !== listed[index]!.sum))
      return refuse(400, 'InvalidPart', 'One or more of the specified parts could not be found.');
    const contents = parts.map((part) => part!.content);
    if (contents.slice(0, -1).some(({ length }) => length < MIN_PART))
      return refuse(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
    this.objects.set(key, Buffer.concat(contents));
    this.uploads.delete(query.get('uploadId')!);
    answer(
      200,
      `<CompleteMultipartUploadResult><Bucket>${BUCKET}</Bucket><Key>${key}</Key><ETag>"m-${parts.length}"</ETag></CompleteMultipartUploadResult>`,
    );
  }

  /** Whether the body has the checksum that goes with it; one is expected. */
  private isWhole({ headers, body, operation }: Operation): boolean {
    const sum = headers['x-amz-checksum-sha256'];
    if (sum === undefined) this.violations.push(`${operation} has no checksum`);
    return sum === sha256(body, 'base64');
  }
}

interface Operation {
  readonly operation: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly headers: IncomingMessage['headers'];
}
type Answer = (status: number, content?: string | Buffer, headers?: Record<string, string>) => void;
type Refuse = (status: number, code: string, message: string) => void;

function operationOf(method: string, query: URLSearchParams): string {
  const isPart = query.has('uploadId');
  if (method === 'GET') return 'GetObject';
  if (method === 'PUT') return isPart ? 'UploadPart' : 'PutObject';
  if (method === 'DELETE') return isPart ? 'AbortMultipartUpload' : 'DeleteObject';
  if (method === 'POST' && query.has('uploads')) return 'CreateMultipartUpload';
  return method === 'POST' && isPart ? 'CompleteMultipartUpload' : method;
}

function sha256(content: Buffer, encoding: 'hex' | 'base64'): string {
  return createHash('sha256').update(content).digest(encoding);
}

function etagOf(content: Buffer): string {
  return `"${createHash('md5').update(content).digest('hex')}"`;
}
