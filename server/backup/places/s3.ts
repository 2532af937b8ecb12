import type { S3Client } from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { awsCredentials, awsRegion, awsRequestOptions } from '../../core/aws/aws-credentials.js';
import type { Env } from '../../core/env.js';
import { BackupRefused, MANIFEST } from '../backup-format.js';
import type { NewBackup, StoredBackup } from './backup-place.js';

/** An address of a bucket, and of what is in it: https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/*$/;
/** Of 10,000 parts, which an object may have, each has this size: a table may have 156 GiB. */
const PART_BYTES = 16 * 1024 * 1024;
/** Parts that are in memory at a time. */
const PARTS_AT_ONCE = 2;
const MAX_ATTEMPTS = 5;
/** Limit of one call, milliseconds: a part over 0.5 Mbit/s. */
const CALL_MS = 300_000;

interface S3Place {
  readonly client: S3Client;
  readonly bucket: string;
  /** Of objects; '' or ends with a slash. */
  readonly prefix: string;
}

/** Whether a place is a bucket. */
export function isS3(place: string): boolean {
  return place.startsWith('s3://');
}

/** Objects below a prefix, of which the manifest is the last. */
export async function newObjects(env: Env, to: string, name: string): Promise<NewBackup> {
  const place = await placeOf(env, `${to.replace(/\/+$/, '')}/${name}`);
  const [{ DeleteObjectCommand, PutObjectCommand }, { Upload }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
  ]);
  const { client, bucket: Bucket, prefix } = place;
  const begun: string[] = [];
  const address = `s3://${Bucket}/${prefix.replace(/\/$/, '')}`;
  return {
    name: address,
    write: async (file, content) => {
      const Key = prefix + file;
      begun.push(Key);
      // Checksums of parts make the service refuse what was changed on its way.
      const params = { Bucket, Key, Body: content, ChecksumAlgorithm: 'SHA256' as const };
      const upload = new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE });
      try {
        // What fails is aborted, so that no parts are left to pay for.
        await upload.done();
      } catch (error) {
        content.destroy(error as Error);
        throw refused(`${address}/${file}`, error);
      }
    },
    complete: async (Body) => {
      const Key = prefix + MANIFEST;
      begun.push(Key);
      await client
        .send(new PutObjectCommand({ Bucket, Key, Body, ChecksumAlgorithm: 'SHA256' }))
        .catch((error: unknown) => {
          throw refused(`${address}/${MANIFEST}`, error);
        });
    },
    discard: async () => {
      // The manifest first: what is left without it is no backup.
      for (const Key of begun.reverse())
        await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(() => undefined);
    },
  };
}

export async function storedObjects(env: Env, from: string): Promise<StoredBackup> {
  const { client, bucket: Bucket, prefix } = await placeOf(env, from);
  const { GetObjectCommand } = await import('@aws-sdk/client-s3');
  return {
    name: from,
    read: async (file) => {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: prefix + file }));
        if (Body instanceof Readable) return Body;
      } catch (error) {
        throw refused(`${from}/${file}`, error);
      }
      throw new BackupRefused(`${from}/${file} has no content`);
    },
  };
}

async function placeOf(env: Env, address: string): Promise<S3Place> {
  const [, bucket, folder = ''] = ADDRESS.exec(address) ?? [];
  if (bucket === undefined) throw new BackupRefused(`${address} is no address such as s3://BUCKET/PREFIX`);
  const endpoint = env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL;
  // Other services than that of AWS often have one region, which this is taken for.
  const region = awsRegion(env) ?? (endpoint === undefined ? undefined : 'us-east-1');
  if (region === undefined) throw new BackupRefused('AWS_REGION is not set: the region of the bucket');
  const { S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    region,
    credentials: awsCredentials(env),
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: await awsRequestOptions(env, endpoint ?? `https://s3.${region}.amazonaws.com`, CALL_MS),
    // Files are checked against the manifest.
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
  });
  return { client, bucket, prefix: folder === '' ? '' : `${folder}/` };
}

/** Errors of the service have a code as their name, and a text without secrets. */
function refused(address: string, error: unknown): BackupRefused {
  return new BackupRefused(
    `${address}: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`,
  );
}
