import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where a CLI finds the gateway, and as whom it calls. */
export interface Endpoint {
  readonly url: string;
  readonly key: string;
  readonly model: string;
}

/** How one CLI is configured for the gateway: nothing else differs from its defaults. */
export interface AgentCli {
  readonly name: string;
  /** The program below node_modules/.bin. */
  readonly program: string;
  /** Files of its configuration, by path below the home folder. */
  files(endpoint: Endpoint): Readonly<Record<string, string>>;
  environment(endpoint: Endpoint): Readonly<Record<string, string>>;
  arguments(endpoint: Endpoint, prompt: string): readonly string[];
}

export interface Run {
  readonly code: number | null;
  readonly output: string;
  readonly seconds: number;
  /** Did it have to be ended? */
  readonly timedOut: boolean;
}

const MAX_OUTPUT = 200_000;

/** https://docs.claude.com/en/docs/claude-code/settings#environment-variables */
const claudeCode: AgentCli = {
  name: 'Claude Code',
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

/** https://opencode.ai/docs/config; the provider is OpenAI compatible, its own default for gateways. */
const opencode: AgentCli = {
  name: 'opencode',
  program: 'opencode',
  files: ({ url, key, model }) => ({
    '.config/opencode/opencode.json': JSON.stringify({
      autoupdate: false,
      share: 'disabled',
      provider: {
        gateway: {
          npm: '@ai-sdk/openai-compatible',
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
};

/** https://github.com/badlogic/pi-mono/blob/main/packages/coding-agent/docs/models.md */
const pi: AgentCli = {
  name: 'pi',
  program: 'pi',
  files: ({ url, key, model }) => ({
    '.pi/agent/models.json': JSON.stringify({
      providers: {
        gateway: {
          baseUrl: `${url}/v1`,
          apiKey: key,
          api: 'openai-completions',
          models: [
            {
              id: model,
              name: model,
              reasoning: false,
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
};

export const AGENT_CLIS: readonly AgentCli[] = [claudeCode, codex, geminiCli, opencode, pi];

/** A home folder and a working folder of their own, both temporary. */
export class Sandbox {
  readonly home: string;
  readonly directory: string;

  constructor() {
    this.home = mkdtempSync(path.join(tmpdir(), 'tollgate-client-'));
    this.directory = path.join(this.home, 'work');
    mkdirSync(this.directory);
    mkdirSync(path.join(this.home, 'tmp'));
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Runs a CLI to its end, at most `timeoutMs`; its whole process group ends with it.
 * @param installed the folder with the CLIs' node_modules
 */
export async function runCli(
  cli: AgentCli,
  endpoint: Endpoint,
  prompt: string,
  { home, directory }: Sandbox,
  installed: string,
  timeoutMs: number,
): Promise<Run> {
  for (const [file, content] of Object.entries(cli.files(endpoint))) {
    mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
    writeFileSync(path.join(home, file), content);
  }
  const started = Date.now();
  const child = spawn(
    path.join(installed, 'node_modules/.bin', cli.program),
    cli.arguments(endpoint, prompt),
    {
      cwd: directory,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH ?? '',
        HOME: home,
        TMPDIR: path.join(home, 'tmp'),
        LANG: 'C.UTF-8',
        TERM: 'dumb',
        CI: '1',
        NO_COLOR: '1',
        DO_NOT_TRACK: '1',
        NO_PROXY: '127.0.0.1,localhost',
        // Nothing but the gateway can be reached: whatever else is called finds nobody.
        HTTPS_PROXY: 'http://127.0.0.1:9',
        HTTP_PROXY: 'http://127.0.0.1:9',
        ...cli.environment(endpoint),
      },
    },
  );
  let output = '';
  const keep = (chunk: Buffer): void => {
    if (output.length < MAX_OUTPUT) output += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  let timedOut = false;
  const end = (): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The group has ended.
    }
  };
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, timeoutMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  end();
  return { code, output, seconds: Math.round((Date.now() - started) / 100) / 10, timedOut };
}
