import type { AgentCli } from './agent-cli.js';

/** https://docs.claude.com/en/docs/claude-code/settings#environment-variables */
const claudeCode: AgentCli = {
  name: 'Claude Code',
  api: 'Messages',
  program: 'claude',
  files: () => ({ '.claude.json': JSON.stringify({ hasCompletedOnboarding: true }) }),
  environment: ({ url, key, model }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_AUTH_TOKEN: key,
    ANTHROPIC_MODEL: model,
    ANTHROPIC_SMALL_FAST_MODEL: model,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    IS_SANDBOX: '1',
  }),
  arguments: ({ model }, prompt) => ['--print', '--model', model, '--dangerously-skip-permissions', prompt],
};

/** https://developers.openai.com/codex/config-reference */
const codex: AgentCli = {
  name: 'Codex',
  api: 'Responses',
  program: 'codex',
  files: ({ url, model }) => ({
    '.codex/config.toml': `model = "${model}"
model_provider = "gateway"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.gateway]
name = "gateway"
base_url = "${url}/v1"
env_key = "GATEWAY_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
`,
  }),
  environment: ({ key }) => ({ GATEWAY_KEY: key }),
  arguments: (_, prompt) => [
    'exec',
    '--skip-git-repo-check',
    '--dangerously-bypass-approvals-and-sandbox',
    prompt,
  ],
};

/** https://github.com/google-gemini/gemini-cli/blob/main/docs/get-started/configuration.md */
const geminiCli: AgentCli = {
  name: 'Gemini CLI',
  api: 'Gemini',
  program: 'gemini',
  files: () => ({
    '.gemini/settings.json': JSON.stringify({
      general: { disableAutoUpdate: true, enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
      telemetry: { enabled: false },
    }),
  }),
  environment: ({ url, key }) => ({
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_API_KEY: key,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    SANDBOX: 'false',
  }),
  arguments: ({ model }, prompt) => ['--model', model, '--yolo', '--prompt', prompt],
};

/**
 * https://opencode.ai/docs/providers#custom-provider
 * @param npm the package of the AI SDK for the API
 */
const opencode = (api: AgentCli['api'], npm: string): AgentCli => ({
  name: 'opencode',
  api,
  program: 'opencode',
  files: ({ url, key, model }) => ({
    '.config/opencode/opencode.json': JSON.stringify({
      autoupdate: false,
      share: 'disabled',
      provider: {
        gateway: {
          npm,
          options: { baseURL: `${url}/v1`, apiKey: key },
          models: { [model]: { name: model } },
        },
      },
    }),
  }),
  environment: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  }),
  arguments: ({ model }, prompt) => ['run', '--model', `gateway/${model}`, prompt],
});

/**
 * https://github.com/earendil-works/pi/blob/main/packages/coding-agent/docs/models.md
 * @param named its name of the API
 * @param path where the API lies at the gateway
 */
const pi = (api: AgentCli['api'], named: string, path: string): AgentCli => ({
  name: 'pi',
  api,
  program: 'pi',
  files: ({ url, key, model }) => ({
    '.pi/agent/models.json': JSON.stringify({
      providers: {
        gateway: {
          baseUrl: url + path,
          apiKey: key,
          api: named,
          models: [
            {
              id: model,
              name: model,
              // As its users say of models that reason; of an alias they do not know.
              reasoning: /^(?:gpt-5|claude|gemini|deepseek)/.test(model),
              input: ['text'],
              contextWindow: 128_000,
              maxTokens: 8192,
            },
          ],
        },
      },
    }),
  }),
  environment: () => ({ PI_SKIP_VERSION_CHECK: '1', PI_OFFLINE: '1' }),
  arguments: ({ model }, prompt) => ['--provider', 'gateway', '--model', model, '--print', prompt],
});

/** https://qwenlm.github.io/qwen-code-docs/en/users/configuration/settings */
const qwenCode: AgentCli = {
  name: 'qwen-code',
  api: 'Chat Completions',
  program: 'qwen',
  files: () => ({
    '.qwen/settings.json': JSON.stringify({
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      security: { auth: { selectedType: 'openai' } },
      telemetry: { enabled: false },
    }),
  }),
  environment: ({ url, key, model }) => ({
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_KEY: key,
    OPENAI_MODEL: model,
  }),
  arguments: (_, prompt) => ['--yolo', '--prompt', prompt],
};

/** Each CLI with the API that it uses for gateways by default. */
export const AGENT_CLIS: readonly AgentCli[] = [
  claudeCode,
  codex,
  geminiCli,
  opencode('Chat Completions', '@ai-sdk/openai-compatible'),
  pi('Chat Completions', 'openai-completions', '/v1'),
  qwenCode,
];

/** Other APIs that the CLIs use if they are configured to. */
export const FURTHER_APIS: readonly AgentCli[] = [
  opencode('Responses', '@ai-sdk/openai'),
  opencode('Messages', '@ai-sdk/anthropic'),
  pi('Responses', 'openai-responses', '/v1'),
  pi('Messages', 'anthropic-messages', ''),
  pi('Gemini', 'google-generative-ai', '/v1beta'),
];
