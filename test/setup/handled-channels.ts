import { HandledUpstream, type Handler } from '../doubles/handled-upstream.js';
import { FreshModels } from './fresh-models.js';
import { Gateway } from './gateway.js';
import { OwnTime } from './until.js';
import { bodyOf, pathOf, type ClientName } from './relayed-answer.js';

/** A gateway, an upstream whose responses are written by handlers, and a token, shared by all tests of a file. */
export class HandledChannels {
  gateway!: Gateway;
  upstream!: HandledUpstream;
  key!: string;
  /** The model of the last channels. */
  model = '';
  private models!: FreshModels;

  /** Starts them before the tests of the calling file and closes them after them. @param prefix of the models' names */
  static forAllTests(
    prefix: string,
    { retries, environment }: { retries: number; environment?: Record<string, string> },
  ): HandledChannels {
    const app = new HandledChannels();
    beforeAll(async () => {
      app.upstream = await HandledUpstream.start();
      app.gateway = await Gateway.start(environment);
      app.models = new FreshModels(app.gateway, prefix);
      app.key = await app.gateway.addToken();
      await app.gateway.option('RetryTimes', String(retries));
    });
    afterAll(async () => {
      await app.gateway?.close();
      await app.upstream?.close();
    });
    return app;
  }

  /** A new model with a channel for each of these handlers, which are tried in this order; their keys are `model-index`. */
  async add(type: number, ...handlers: Handler[]): Promise<void> {
    const { gateway, upstream } = this;
    const model = await this.models.next();
    this.model = model;
    await gateway.addChannels(
      handlers.map((handler, index) => {
        const key = `${model}-${index}`;
        upstream.on(key, handler);
        return { type, key, base_url: upstream.url, models: model, priority: 9 - index };
      }),
    );
  }

  /** How often the channel of this index was called. */
  requestCount(index: number): number {
    return this.upstream.requestCount(`${this.model}-${index}`);
  }

  async ask(client: ClientName, stream: boolean): Promise<{ status: number; text: string }> {
    const { model } = this;
    const answer = await this.gateway.relay(
      pathOf(client, model, stream),
      this.key,
      bodyOf(client, model, stream),
    );
    return { status: answer.status, text: await answer.text() };
  }

  /** As `ask`, with the own time of this process that it took. */
  async timed(client: ClientName, stream: boolean): Promise<{ status: number; text: string; ms: number }> {
    const time = new OwnTime();
    const answer = await this.ask(client, stream);
    return { ...answer, ms: time.stop() };
  }
}
