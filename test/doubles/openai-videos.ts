import { fileAnswer, unknownMember, type VideoAnswer, type VideoCall } from './video-upstream.js';

interface Video {
  id: string;
  object: 'video';
  model: string;
  status: string;
  progress: number;
  created_at: number;
  seconds: string;
  size: string;
  error: { code: string; message: string } | null;
}

const MEMBERS = ['model', 'prompt', 'seconds', 'size', 'input_reference'];
const SECONDS = ['4', '8', '12'];
const SIZES = ['720x1280', '1280x720', '1024x1792', '1792x1024'];

/** OpenAI's Videos API (https://platform.openai.com/docs/api-reference/videos): unknown members and values are refused. */
export class OpenAIVideos {
  readonly videos = new Map<string, Video>();
  private made = 0;

  readonly respond = (call: VideoCall): VideoAnswer | undefined => {
    if (call.headers.authorization !== 'Bearer sk-video') return refused(401, 'invalid_api_key');
    const [, version, root, id = '', action] = call.path.split('/');
    if (version !== 'v1' || root !== 'videos') return undefined;
    if (call.method === 'POST' && id === '') return this.create(call);
    const video = this.videos.get(id);
    if (!video) return refused(404, 'not_found');
    if (call.method === 'DELETE') {
      this.videos.delete(id);
      return { json: { id, object: 'video.deleted', deleted: true } };
    }
    if (call.method === 'POST' && action === 'remix') {
      if (unknownMember(call.body, ['prompt']) !== '' || typeof call.body.prompt !== 'string')
        return refused(400, 'invalid_remix');
      return this.started(video.model, video.seconds, video.size);
    }
    if (action === 'content') {
      if (video.status !== 'completed') return refused(404, 'not_ready');
      const variant = call.query.get('variant');
      if (variant === null) return fileAnswer(call);
      const type = variant === 'thumbnail' ? 'image/webp' : 'binary/octet-stream';
      return { file: Buffer.from(variant), headers: { 'content-type': type } };
    }
    return { json: video };
  };

  end(id: string, status: 'completed' | 'failed' | 'in_progress'): void {
    const video = this.videos.get(id);
    if (!video) throw new Error(`no video ${id}`);
    video.status = status;
    video.progress = status === 'in_progress' ? 40 : 100;
    if (status === 'failed') video.error = { code: 'moderation_blocked', message: 'the prompt was blocked' };
  }

  private create({ body, bytes, headers }: VideoCall): VideoAnswer {
    const isForm = headers['content-type']?.startsWith('multipart/form-data') ?? false;
    const fields = isForm ? formFieldsOf(bytes.toString('latin1')) : body;
    const unknown = unknownMember(fields, MEMBERS);
    if (unknown !== '') return refused(400, `unknown_parameter ${unknown}`);
    const { model, prompt, seconds, size } = fields;
    if (typeof prompt !== 'string' || prompt === '') return refused(400, 'prompt_missing');
    if (typeof seconds !== 'string' || !SECONDS.includes(seconds)) return refused(400, 'invalid_seconds');
    if (typeof size !== 'string' || !SIZES.includes(size)) return refused(400, 'invalid_size');
    return this.started(String(model), seconds, size);
  }

  private started(model: string, seconds: string, size: string): VideoAnswer {
    const id = `video_${++this.made}_${Math.random().toString(36).slice(2)}`;
    const created_at = Math.floor(Date.now() / 1000);
    const video: Video = {
      id,
      object: 'video',
      model,
      status: 'queued',
      progress: 0,
      created_at,
      seconds,
      size,
      error: null,
    };
    this.videos.set(id, video);
    return { json: video };
  }
}

function refused(status: number, code: string): VideoAnswer {
  return { status, json: { error: { message: code, type: 'invalid_request_error', param: null, code } } };
}

/** Fields of a multipart form; files as their text. */
function formFieldsOf(text: string): Record<string, string> {
  const boundary = text.slice(0, text.indexOf('\r\n'));
  return Object.fromEntries(
    text
      .split(boundary)
      .slice(1, -1)
      .map((part) => {
        const at = part.indexOf('\r\n\r\n');
        return [/name="([^"]+)"/.exec(part)?.[1] ?? '', part.slice(at + 4, -2)];
      }),
  );
}
