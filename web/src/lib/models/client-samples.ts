import { quoted } from './shell';

export interface SampleParts {
  /** Address of the gateway, without `/v1`. */
  address: string;
  /** Including `sk-`. */
  key: string;
  model: string;
}

/** Hosts that mean the machine itself. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;
/** The machine, as containers call it. */
const HOST_OF_CONTAINERS = 'host.docker.internal';

/**
 * Configuration of clients for the gateway: commands of a shell for those that run in one, which change no file, else the values of
 * their settings. Where each is documented:
 * - Claude Code: https://docs.claude.com/en/docs/claude-code/settings#environment-variables
 * - Codex: https://developers.openai.com/codex/config-reference
 * - Gemini CLI: https://github.com/google-gemini/gemini-cli/blob/main/docs/get-started/configuration.md
 * - opencode: https://opencode.ai/docs/providers#custom-provider, https://opencode.ai/docs/cli/#environment-variables
 * - Cherry Studio: https://docs.cherry-ai.com/pre-basic/providers
 * - Open WebUI: https://docs.openwebui.com/getting-started/env-configuration
 */
export const CLIENT_SAMPLES = {
  'Claude Code': ({ address, key, model }) =>
    script(
      { ANTHROPIC_BASE_URL: address, ANTHROPIC_AUTH_TOKEN: key, ANTHROPIC_SMALL_FAST_MODEL: model },
      `claude --model ${quoted(model)}`,
    ),

  Codex: ({ address, key, model }) =>
    script(
      { TOLLGATE_KEY: key },
      [
        `codex --model ${quoted(model)} \\`,
        '  -c \'model_provider="tollgate"\' \\',
        '  -c \'model_providers.tollgate.name="Tollgate"\' \\',
        `  -c ${quoted(`model_providers.tollgate.base_url=${JSON.stringify(`${address}/v1`)}`)} \\`,
        '  -c \'model_providers.tollgate.env_key="TOLLGATE_KEY"\' \\',
        '  -c \'model_providers.tollgate.wire_api="responses"\'',
      ].join('\n'),
    ),

  'Gemini CLI': ({ address, key, model }) =>
    script({ GOOGLE_GEMINI_BASE_URL: address, GEMINI_API_KEY: key }, `gemini --model ${quoted(model)}`),

  opencode: ({ address, key, model }) =>
    script(
      {
        OPENCODE_CONFIG_CONTENT: JSON.stringify({
          provider: {
            tollgate: {
              npm: '@ai-sdk/openai-compatible',
              name: 'Tollgate',
              options: { baseURL: `${address}/v1`, apiKey: key },
              models: { [model]: { name: model } },
            },
          },
        }),
      },
      `opencode --model ${quoted(`tollgate/${model}`)}`,
    ),

  Cursor: ({ address, key, model }) =>
    settings('Cursor Settings → Models → API Keys', {
      'OpenAI API Key': key,
      'Override OpenAI Base URL': `${address}/v1`,
      'Add Custom Model': model,
    }),

  'Cherry Studio': ({ address, key, model }) =>
    settings('Settings → Model Provider → Add (Provider Type: OpenAI)', {
      'API Key': key,
      'API Host': address,
      'Add Model': model,
    }),

  'Open WebUI': ({ address, key }) =>
    [
      'docker run -d --name open-webui -p 8080:8080 \\',
      ...(isLoopback(address) ? [`  --add-host ${HOST_OF_CONTAINERS}:host-gateway \\`] : []),
      `  -e OPENAI_API_BASE_URL=${quoted(`${fromContainers(address)}/v1`)} \\`,
      `  -e OPENAI_API_KEY=${quoted(key)} \\`,
      '  -v open-webui:/app/backend/data \\',
      '  ghcr.io/open-webui/open-webui:main',
    ].join('\n'),
} satisfies Record<string, (parts: SampleParts) => string>;

export type ClientName = keyof typeof CLIENT_SAMPLES;

/** Clients whose requests come from the servers of their maker, which do not reach a private address. */
const CALLED_FROM_OUTSIDE: readonly string[] = ['Cursor'];
/** Clients that run in a container, which does not reach a server that listens on loopback alone. */
const IN_CONTAINERS: readonly string[] = ['Open WebUI'];

/** Why the client cannot reach a gateway at a loopback address; undefined if it can. */
export function obstacle(client: string, address: string): 'outside' | 'container' | undefined {
  if (!isLoopback(address)) return undefined;
  if (CALLED_FROM_OUTSIDE.includes(client)) return 'outside';
  return IN_CONTAINERS.includes(client) ? 'container' : undefined;
}

/** Whether only this machine reaches the address. */
function isLoopback(address: string): boolean {
  return URL.canParse(address) && LOOPBACK.test(new URL(address).hostname);
}

function fromContainers(address: string): string {
  if (!isLoopback(address)) return address;
  const url = new URL(address);
  url.hostname = HOST_OF_CONTAINERS;
  return url.href.replace(/\/$/, '');
}

function script(environment: Record<string, string>, command: string): string {
  const exports = Object.entries(environment).map(([name, value]) => `export ${name}=${quoted(value)}`);
  return [...exports, command].join('\n');
}

function settings(place: string, values: Record<string, string>): string {
  return [place, ...Object.entries(values).map(([name, value]) => `${name}: ${value}`)].join('\n');
}
