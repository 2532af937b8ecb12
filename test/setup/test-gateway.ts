import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { FreshModels } from './fresh-models.js';
import { Gateway } from './gateway.js';

const CHAT = '/v1/chat/completions';

/** Channel fields of the management API; `TestGateway` adds the common ones. */
export interface TestChannel {
  readonly setting?: object;
  readonly [field: string]: unknown;
}

/**
 * A gateway, the upstream of all its channels, and a token, shared by all tests of a file. Channels, upstream behaviour
 * and requests stay in the test.
 */
export class TestGateway {
  gateway!: Gateway;
  upstream!: ScriptedUpstream;
  key!: string;
  /** The requested model: the last one that `freshModel` created. */
  model = 'gpt-4o';
  private models!: FreshModels;

  /**
   * Starts a gateway before the tests of the calling file and closes it after them; resets the upstream before each
   * test.
   */
  static forAllTests(environment: Record<string, string> = {}): TestGateway {
    const app = new TestGateway();
    beforeAll(async () => {
      app.upstream = await ScriptedUpstream.start();
      app.gateway = await Gateway.start(environment);
      app.models = new FreshModels(app.gateway, 'fresh');
      app.key = await app.gateway.addToken();
    });
    afterAll(async () => {
      await app.gateway?.close();
      await app.upstream?.close();
    });
    beforeEach(() => app.upstream.clear());
    return app;
  }

  /** Creates a model at ratio 1 without channels, so that channels of other tests are not selected. */
  async freshModel(): Promise<string> {
    this.model = await this.models.next();
    return this.model;
  }

  /**
   * Adds a channel for the model.
   * @param key the upstream API key; `requestedKeys` returns it for each request to this channel
   */
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

  /** Sends the body without changing a byte. */
  askRaw(body: string): Promise<Response> {
    return this.gateway.relay(CHAT, this.key, body);
  }

  /** API keys of the requests to the upstream, in order. */
  requestedKeys(): string[] {
    return this.upstream.requests.map(({ headers }) =>
      (headers.authorization ?? String(headers['x-api-key'])).replace('Bearer ', ''),
    );
  }
}
