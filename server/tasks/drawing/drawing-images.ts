import { Inject, Injectable } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import { Transform, type Readable } from 'node:stream';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import { text } from '../../dialects/json/lenient.js';
import { baseUrlOf } from '../../dialects/providers/registry.js';
import type { RoutableChannel } from '../../channels/channel-registry.js';
import type { Env } from '../../core/env.js';
import { ENV } from '../../core/injection.js';
import { maskSecrets } from '../../relay/pipeline/attempt/mask-secrets.js';
import { RelayServices } from '../../relay/relay-services.js';
import { TasksRepository } from '../engine/tasks.repository.js';
import { isRedirect, openRemote, type RemoteFile } from '../http/remote-file.js';
import type { TaskHttpAnswer } from '../http/task-routes.js';
import { videosOf } from './drawing-view.js';

/** Longest time that one file may take. */
const TOTAL_MS = 300_000;
/** Bytes of an error that the client may see. */
const MAX_ERROR_LENGTH = 1000;
/** Headers of the client that decide what part of the image it needs. */
const PASSED = ['range', 'if-range', 'if-none-match', 'if-modified-since'] as const;
const RETURNED = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified'];
const SHOWN = new Set([200, 206, 304, 416]);
/** Types that say nothing: the file is shown as what most of them are. */
const VAGUE = /^(?:$|(?:application|binary)\/octet-stream)/;

/** Shows the images and videos of drawings to anybody who knows the id, so that pages can embed them. Nothing is stored. */
@Injectable()
export class DrawingImages {
  private readonly maxBytes: number;

  constructor(
    private readonly store: TasksRepository,
    private readonly relay: RelayServices,
    @Inject(ENV) env: Env,
  ) {
    this.maxBytes = env.MAX_FILE_DOWNLOAD_MB * 1024 * 1024;
  }

  /** @param video number of the video, from 1; absent: the image, or the first video of drawings without one */
  async show(id: string, video: string | undefined, requested: IncomingHttpHeaders): Promise<TaskHttpAnswer> {
    const task = await this.store.byPublicId('drawing', id);
    const image = video === undefined ? text(task?.row.image_url) : '';
    const url = image || (videosOf(task?.results)[Number(video ?? 1) - 1] ?? '');
    if (!task || url === '') return failed(400, 'midjourney_task_not_found');
    const channel = this.relay.channels.get(task.channelId);
    let file: RemoteFile;
    try {
      file = await this.open(url, channel, requested);
    } catch (problem) {
      // Failures of the network are for the client; anything else is a defect.
      if (!(problem instanceof UpstreamError)) this.relay.report(problem, '');
      return failed(500, 'http_get_image_failed');
    }
    if (isRedirect(file.status)) {
      file.content.destroy();
      return failed(500, 'http_get_image_failed');
    }
    if (!SHOWN.has(file.status)) return failed(file.status, await startOf(file.content, channel));
    return this.answer(file, task.status === 'SUCCESS', image === '' ? 'video/mp4' : 'image/jpeg');
  }

  private open(
    url: string,
    channel: RoutableChannel | undefined,
    requested: IncomingHttpHeaders,
  ): Promise<RemoteFile> {
    const headers: Record<string, string> = { accept: 'image/*,video/*', 'accept-encoding': 'identity' };
    for (const name of PASSED) {
      const value = requested[name];
      if (typeof value === 'string') headers[name] = value;
    }
    const call = { method: 'GET' as const, url, headers: {} };
    return openRemote(this.relay.upstream, call, {
      passed: headers,
      ownUrl: channel && (channel.baseUrl || baseUrlOf(channel.type)),
      proxy: channel?.setting.proxy,
    });
  }

  /** @param usual type of files whose own says nothing */
  private answer(
    { status, headers, content }: RemoteFile,
    isFinished: boolean,
    usual: string,
  ): TaskHttpAnswer {
    const type = text(headers['content-type']).trim();
    const isEmpty = status === 304 || status === 416;
    const isMedia = /^(?:image|video)\/[\w.+-]+/i.test(type) || VAGUE.test(type);
    const size = Number(text(headers['content-length']) || 0);
    if ((!isMedia && !isEmpty) || size > this.maxBytes) {
      content.destroy();
      return failed(500, 'http_get_image_failed');
    }
    const shown: Record<string, string> = {
      'content-type': VAGUE.test(type) || !isMedia ? usual : type,
      'cache-control': isFinished ? 'public, max-age=86400' : 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      // An SVG could contain scripts, which would run with the rights of the console.
      'content-security-policy': "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
    };
    for (const name of RETURNED) {
      const value = text(headers[name]);
      if (value !== '') shown[name] = value;
    }
    return { status, body: undefined, file: { headers: shown, content: limited(content, this.maxBytes) } };
  }
}

/** Ends with an error after so many bytes, or after five minutes; the client's connection is then closed. */
function limited(content: Readable, maxBytes: number): Readable {
  let size = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) done(new Error('the image is too large'));
      else done(null, chunk);
    },
  });
  const timer = setTimeout(() => limit.destroy(new Error('the image takes too long')), TOTAL_MS);
  content.on('error', (problem) => limit.destroy(problem));
  limit.on('close', () => {
    clearTimeout(timer);
    content.destroy();
  });
  return content.pipe(limit);
}

/** The beginning of an error page, without secrets. */
async function startOf(content: Readable, channel: RoutableChannel | undefined): Promise<string> {
  let start = '';
  try {
    for await (const chunk of content) {
      start += (chunk as Buffer).toString('utf8');
      if (start.length > MAX_ERROR_LENGTH) break;
    }
  } catch {
    // What has arrived is enough.
  }
  return maskSecrets(start.slice(0, MAX_ERROR_LENGTH), channel);
}

function failed(status: number, error: string): TaskHttpAnswer {
  return { status, body: { error } };
}
