import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { columnText } from '../../core/postgres/postgres-text.js';
import { parseLargeIntegers } from '../../dialects/json/large-integers.js';
import { isRecord, record, text, type UnknownRecord } from '../../dialects/json/lenient.js';
import { DrawingCode, type DrawingMode, type DrawingRoute } from '../../dialects/task-apis/midjourney.js';
import {
  drawingOrder,
  drawingRequest,
  invalid,
  type DrawingOrder,
} from '../../dialects/task-apis/midjourney-request.js';
import { OptionsService } from '../../options/options.service.js';
import { RelayServices } from '../../relay/relay-services.js';
import { TasksRepository } from '../engine/tasks.repository.js';
import type { StoredTask } from '../engine/stored-task.js';
import type { SubmissionResult } from '../engine/task-submission.js';
import { TaskSubmitter } from '../engine/task-submitter.js';
import type { TaskCall, TaskHttpAnswer } from '../http/task-routes.js';
import { saturated } from './drawing-errors.js';
import { imageLink } from './drawing-view.js';

/** `--fast` and the like as separate words, with the space before them. */
const MODE_PARAMETERS = /(?:^|\s+)--(?:fast|relax|turbo)(?!\S)/g;
const MAX_STATE_LENGTH = 20_000;
const MAX_HOOK_LENGTH = 2048;

/** Submits drawings. */
@Injectable()
export class DrawingSubmissions {
  constructor(
    private readonly submitter: TaskSubmitter,
    private readonly store: TasksRepository,
    private readonly options: OptionsService,
    private readonly relay: RelayServices,
  ) {}

  /** @throws TaskError, ApiError, UpstreamError; nothing is charged then */
  async submit(
    route: DrawingRoute,
    mode: DrawingMode | '',
    { authenticated, caller, body }: TaskCall,
  ): Promise<TaskHttpAnswer> {
    const fields = drawingFields(body);
    const order = drawingOrder(route, this.edited(fields));
    const origin = await this.origin(caller.token.user.id, order);
    const publicId = newId();
    const notifySecret = newId();
    const request = drawingRequest(
      this.notified(order, publicId, notifySecret),
      mode,
      origin && { upstreamId: origin.upstreamId, prompt: text(origin.row.prompt) },
    );
    const result = await this.submitter.submit(authenticated, {
      table: 'drawing',
      request,
      publicId,
      columns: {
        prompt: request.input,
        state: columnText(text(fields.state)).slice(0, MAX_STATE_LENGTH),
        mode,
        notify_hook: hookOf(fields.notifyHook),
        notify_secret: notifySecret,
      },
      mayRetry: false,
      ...(origin && { origin }),
    });
    return result.kind === 'refused' ? refused(result) : this.accepted(result, request.action);
  }

  /** The request without what the options do not let through. The client's hook is never sent to the upstream. */
  private edited({ accountFilter, notifyHook: _hook, ...fields }: UnknownRecord): UnknownRecord {
    const { prompt } = fields;
    return {
      ...fields,
      ...(accountFilter !== undefined && this.options.get('MjAccountFilterEnabled') && { accountFilter }),
      ...(typeof prompt === 'string' &&
        this.options.get('MjModeClearEnabled') && { prompt: prompt.replace(MODE_PARAMETERS, '').trim() }),
    };
  }

  /** Where callbacks are allowed, the upstream reports changes to the gateway. */
  private notified(order: DrawingOrder, publicId: string, secret: string): DrawingOrder {
    const address = this.options.get('ServerAddress');
    if (!this.options.get('MjNotifyEnabled') || address === '') return order;
    const notifyHook = `${address}/mj/notify/${publicId}/${secret}`;
    return { ...order, fields: { ...order.fields, notifyHook } };
  }

  /** The caller's task that is continued, with the id that its upstream has for it. */
  private async origin(userId: number, { originId, route }: DrawingOrder): Promise<StoredTask | undefined> {
    if (originId === undefined) return undefined;
    const found = await this.store.ofUser('drawing', userId, [originId]);
    const origin = found.sort((one, other) => other.id - one.id)[0];
    if (!origin) throw invalid('task_not_found');
    const mustBeDone = route !== 'submit/modal' && this.options.get('MjActionCheckSuccessEnabled');
    const isSubmitted = origin.upstreamId !== '' || origin.requestId === '';
    if (!isSubmitted || (mustBeDone && origin.status !== 'SUCCESS')) throw invalid('task_status_not_success');
    const channel = this.relay.channels.get(origin.channelId);
    if (!channel) throw invalid('get_channel_info_failed');
    if (!channel.enabled) throw invalid('该任务所属渠道已被禁用');
    // Tasks of earlier releases have the upstream's id as their own.
    return { ...origin, upstreamId: origin.upstreamId || origin.publicId };
  }

  private accepted(
    { publicId, acceptance: { body, report } }: Extract<SubmissionResult, { kind: 'accepted' }>,
    action: string,
  ): TaskHttpAnswer {
    const answer = record(body);
    if (action === 'UPLOAD') return { status: 200, body: answer };
    const properties = record(answer.properties);
    const image = { image_url: text(properties.imageUrl) };
    const imageUrl = imageLink({ publicId, status: report?.status ?? '', row: image }, this.options);
    return {
      status: 200,
      body: {
        ...answer,
        ...(imageUrl !== '' && { properties: { ...properties, imageUrl } }),
        result: publicId,
      },
    };
  }
}

/** @throws TaskError bind_request_body_failed unless the body is a JSON object */
export function drawingFields(body: Buffer, description = 'bind_request_body_failed'): UnknownRecord {
  let fields: unknown;
  try {
    fields = parseLargeIntegers(body.toString('utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (!isRecord(fields)) throw invalid(description);
  return fields;
}

function refused({ refusal }: Extract<SubmissionResult, { kind: 'refused' }>): TaskHttpAnswer {
  return refusal.code === DrawingCode.saturated
    ? saturated(refusal.reason)
    : { status: 200, body: refusal.body };
}

/** Ids are part of links to images that need no key, so they cannot be guessed. */
function newId(): string {
  return randomUUID().replaceAll('-', '');
}

/** The address of the client's hook; '' unless it is one of https. */
function hookOf(notifyHook: unknown): string {
  const url = text(notifyHook);
  return url.length <= MAX_HOOK_LENGTH && URL.canParse(url) && new URL(url).protocol === 'https:' ? url : '';
}
