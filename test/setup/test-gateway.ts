import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { Gateway } from './gateway.js';

const CHAT = '/v1/chat/completions';

/** A channel's fields as the management API takes them, but for what every channel of a house has. */
export interface TestChannel {
  readonly setting?: object;
  readonly [field: string]: unknown;
}

/**
 * A gateway, the upstream behind all its channels and a token to ask with, for all tests of a file. What a test is about
 * stays in the test: its channels, what the upstream does, what is asked.
 */
export class TestGateway {
  gateway!: Gateway;
  upstream!: ScriptedUpstream;
  key!: string;
  /** What is asked for: the last one that `freshModel` made. */
  model = 'gpt-4o';
  private models = 0;

  /** Opens one before the tests of the file that calls this, and closes it after them; each test finds an upstream that was told nothing. */
  static forAllTests(environment: Record<string, string> = {}): TestGateway {
    const app = new TestGateway();
    beforeAll(async () => {
      app.upstream = await ScriptedUpstream.start();
      app.gateway = await Gateway.start(environment);
      app.key = await app.gateway.addToken();
    });
    afterAll(async () => {
      await app.gateway?.close();
      await app.upstream?.close();
    });
    beforeEach(() => app.upstream.clear());
    return app;
  }

  /** A model at ratio 1 that no channel has yet, so that a test meets no channel of another. */
  async freshModel(): Promise<string> {
    this.model = `fresh-${++this.models}`;
    await this.gateway.sell({ [this.model]: 1 });
    return this.model;
  }

  /** Adds a channel for the model. @param key of the upstream's, by which `asked` knows the channel again */
  addChannel(key: string, { setting, ...fields }: TestChannel = {}): Promise<number> {
    return this.gateway.addChannel({
      key,
      base_url: this.upstream.url,
      models: this.model,
      ...(setting && { setting: JSON.stringify(setting) }),
      ...fields,
    });
  }

  ask(text = 'hello', more: object = {}, key = this.key): Promise<Response> {
    const messages = [{ role: 'user', content: text }];
    return this.gateway.relay(CHAT, key, { model: this.model, messages, ...more });
  }

  /** Sends a body to the byte as it stands. */
  askRaw(body: string): Promise<Response> {
    return this.gateway.relay(CHAT, this.key, body);
  }

  /** Keys the upstream was asked with, in order. */
  asked(): string[] {
    return this.upstream.requests.map(({ headers }) =>
      (headers.authorization ?? String(headers['x-api-key'])).replace('Bearer ', ''),
    );
  }
}
