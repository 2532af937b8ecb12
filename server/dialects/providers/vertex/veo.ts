import { isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { QueriedTask, TaskCodec } from '../../task-apis/task.js';
import { acceptedAs } from '../../kit/videos/video-report.js';
import { veoBody, veoReport, veoTerms, veoUnits, withBody } from '../gemini/operations/videos.js';
import type { Provider, Target, UpstreamCall } from '../../kit/provider.js';
import { vertexCall } from './address.js';
import { googleModels } from './gemini.js';

/** Stands for a video inside the response that reports it: that response is asked for again when the video is read. */
const EMBEDDED = 'vertex-operation:';
const MAX_BYTES = 256 * 1024 * 1024;
const STORAGE = 'https://storage.googleapis.com/storage/v1/b/';

/** https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/veo-video-generation */
const videos: TaskCodec = {
  mustFetch: true,
  submit(request, target) {
    const { sent, body } = veoBody(request, target);
    return {
      call: withBody(modelCall('predictLongRunning', target), body),
      units: veoUnits(sent, target.model),
    };
  },
  terms: veoTerms,
  accepted: (body) => acceptedAs(text(record(body).name)),
  query: {
    batch: 1,
    request: ([task], target) => operationCall(task?.upstreamId ?? '', target),
    read: (body, [task]) => (task ? [veoReport(named(body, task), task.upstreamId, addressOf(task))] : []),
    maxBytes: MAX_BYTES,
  },
  embedded(url, target) {
    if (!url.startsWith(EMBEDDED)) return undefined;
    const [index = '', ...name] = url.slice(EMBEDDED.length).split(':');
    return {
      call: operationCall(name.join(':'), target),
      read(body) {
        const found = list(record(record(body).response).videos)[Number(index)];
        const { bytesBase64Encoded, mimeType } = record(found);
        const data = text(bytesBase64Encoded);
        if (data === '') return undefined;
        return { mediaType: text(mimeType) || 'video/mp4', bytes: Buffer.from(data, 'base64') };
      },
    };
  },
  file(url, target) {
    const [, bucket, object] = /^gs:\/\/([^/]+)\/(.+)$/.exec(url) ?? [];
    if (bucket === undefined || object === undefined) return undefined;
    const { accessToken, headers } = modelCall('predictLongRunning', target);
    return {
      method: 'GET',
      url: `${STORAGE}${encodeURIComponent(bucket)}/o/${encodeURIComponent(object)}?alt=media`,
      headers: { ...headers },
      ...(accessToken && { accessToken }),
    };
  },
};

/** Veo on Vertex AI. */
export const veoModels: Provider = {
  native: {},
  readError: googleModels.readError,
  tasks: { video: videos },
};

function modelCall(action: string, target: Target, body?: Buffer): UpstreamCall {
  return vertexCall(
    {
      method: 'POST',
      url: '',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      ...(body && { body }),
    },
    target,
    `publishers/google/models/${encodeURIComponent(target.model)}:${action}`,
  );
}

function operationCall(operationName: string, target: Target): UpstreamCall {
  return modelCall('fetchPredictOperation', target, Buffer.from(JSON.stringify({ operationName })));
}

/** Operations that run are often reported without their name. */
function named(body: unknown, { upstreamId }: QueriedTask): UnknownRecord {
  const operation = record(body);
  return isRecord(body) && text(operation.name) === '' ? { ...operation, name: upstreamId } : operation;
}

function addressOf({ upstreamId }: QueriedTask): (response: UnknownRecord) => string[] {
  return ({ videos: made }) =>
    list(made).flatMap((video, index) => {
      const { gcsUri, bytesBase64Encoded } = record(video);
      if (text(gcsUri) !== '') return [text(gcsUri)];
      return text(bytesBase64Encoded) === '' ? [] : [`${EMBEDDED}${index}:${upstreamId}`];
    });
}
