import { fileAnswer, unknownMember, VIDEO, type VideoAnswer, type VideoCall } from './video-upstream.js';

const PARAMETERS = ['aspectRatio', 'resolution', 'durationSeconds', 'negativePrompt', 'personGeneration'];
const INSTANCE = ['prompt', 'image', 'lastFrame', 'referenceImages'];
const FILE = '/v1beta/files/x:download';

/** Veo on the Gemini API and on Vertex AI, whose video is part of the response. Files need the key and are redirected. */
export class GoogleVideos {
  done = false;
  url = '';

  readonly respond = (call: VideoCall): VideoAnswer | undefined => {
    if (call.path === '/elsewhere') return fileAnswer(call);
    if (call.path === '/gate.png')
      return { file: Buffer.from('\x89PNG....', 'latin1'), headers: { 'content-type': 'image/png' } };
    if (call.headers['x-goog-api-key'] !== 'AIza-key') return refused(403, 'PERMISSION_DENIED');
    if (call.path === FILE) return { status: 302, json: {}, headers: { location: '/elsewhere' } };
    if (call.path.endsWith(':predictLongRunning')) return this.submit(call);
    if (call.path.endsWith(':fetchPredictOperation'))
      return this.operation({
        videos: [{ bytesBase64Encoded: VIDEO.toString('base64'), mimeType: 'video/mp4' }],
      });
    if (!call.path.includes('/operations/')) return undefined;
    const video = { uri: `${this.url}${FILE}?alt=media` };
    return this.operation({ generateVideoResponse: { generatedSamples: [{ video }] } });
  };

  private submit({ body, path }: VideoCall): VideoAnswer {
    const [instance = {}] = body.instances as Record<string, unknown>[];
    const unknown =
      unknownMember(body, ['instances', 'parameters']) ||
      unknownMember(instance, INSTANCE) ||
      unknownMember(body.parameters as Record<string, unknown>, PARAMETERS);
    if (unknown !== '') return refused(400, 'INVALID_ARGUMENT', `unknown member ${unknown}`);
    const image = instance.image as { bytesBase64Encoded?: unknown } | undefined;
    if (image && typeof image.bytesBase64Encoded !== 'string') return refused(400, 'INVALID_ARGUMENT');
    const model = path.slice(path.lastIndexOf('/') + 1).split(':')[0];
    return { json: { name: `models/${model}/operations/abc` } };
  }

  private operation(response: object): VideoAnswer {
    const name = 'models/veo/operations/abc';
    return { json: this.done ? { name, done: true, response } : { name } };
  }
}

function refused(code: number, status: string, message = status): VideoAnswer {
  return { status: code, json: { error: { code, message, status } } };
}
