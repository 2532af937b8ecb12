import { MidjourneyUpstream } from '../doubles/midjourney-upstream.js';
import { Gateway } from '../setup/gateway.js';
import { fetchTask, poll, USD } from './task-gateway.js';

const MODELS =
  'swap_face,mj_imagine,mj_variation,mj_reroll,mj_blend,mj_upscale,mj_describe,mj_zoom,mj_shorten,mj_modal,mj_inpaint,' +
  'mj_custom_zoom,mj_high_variation,mj_low_variation,mj_pan,mj_upload,mj_video,mj_edits';
export const IMAGE = 'data:image/png;base64,aGVsbG8=';

/** The response to an accepted submission. */
export interface Result {
  readonly code: number;
  readonly description: string;
  readonly properties: Readonly<Record<string, unknown>> | null;
  readonly result: string;
}

/** A gateway with one channel of type 5, and a client of its Midjourney API. */
export class DrawingClient {
  private constructor(
    readonly gateway: Gateway,
    readonly proxy: MidjourneyUpstream,
    readonly key: string,
    readonly channel: number,
  ) {}

  static async start(): Promise<DrawingClient> {
    const proxy = await MidjourneyUpstream.start();
    const gateway = await Gateway.start();
    await gateway.option('ServerAddress', 'https://gate.example');
    const key = await gateway.addToken({ unlimited_quota: false, remain_quota: 100 * USD });
    const channel = await gateway.addChannel({
      type: 5,
      key: 'mj-secret',
      base_url: proxy.url,
      models: MODELS,
    });
    return new DrawingClient(gateway, proxy, key, channel);
  }

  async close(): Promise<void> {
    await this.gateway.close();
    await this.proxy.close();
  }

  /** Without drawings and logs, and with a balance of ten dollars. */
  async reset(): Promise<void> {
    this.proxy.reset();
    await this.gateway.sql('DELETE FROM midjourneys');
    await this.gateway.sql('DELETE FROM logs');
    await this.gateway.setQuota(10 * USD);
  }

  post(path: string, body: object | string): Promise<Response> {
    return this.gateway.relay(path, this.key, body);
  }

  get(path: string): Promise<Response> {
    return fetchTask(this.gateway, path, this.key);
  }

  async submit(route: string, body: object, prefix = '/mj'): Promise<Result> {
    const response = await this.post(`${prefix}/${route}`, body);
    expect(response.status).toBe(200);
    return (await response.json()) as Result;
  }

  /** @returns the id of a drawing that runs */
  async imagine(more: object = {}): Promise<string> {
    return (await this.submit('submit/imagine', { prompt: 'a cat', ...more })).result;
  }

  /** @returns the id of a drawing that is finished */
  async drawn(): Promise<string> {
    const id = await this.imagine();
    const imageUrl = `${this.proxy.url}/files/1.png`;
    Object.assign(this.proxy.latest, { status: 'SUCCESS', progress: '100%', imageUrl });
    await poll(this.gateway);
    return id;
  }

  async fetched(id: string): Promise<Record<string, unknown>> {
    return (await (await this.get(`/mj/task/${id}/fetch`)).json()) as Record<string, unknown>;
  }
}

/** An error of the API. */
export function refused(description: string, code = 4): object {
  return { description: `${description} `, type: 'upstream_error', code };
}
