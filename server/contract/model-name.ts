/** Geographies of Bedrock's inference profiles, and makers before a dot: `us.anthropic.`, `openai.`. */
const BEDROCK = /^(?:(?:us|us-gov|eu|apac|jp|au|ca|sa|global)\.)?[a-z0-9]+\.(?=[a-z])/;
/** Platforms and makers before a hyphen: `databricks-claude-opus-4-7`, `openai-gpt-5.4`. */
const PLATFORM = /^(?:databricks|openai|anthropic|azure)-(?=(?:claude|gpt|gemini|llama|qwen|o\d)\b)/;
/** Versions of Bedrock's ids (`-v1:0`) and OpenRouter's variants (`:free`). */
const VARIANT = /(?:-v\d+)?:\d+(?:k|m)?$|:(?:free|nitro|floor|online|extended|thinking|exacto)$/;

/**
 * The name that its maker gave a model, in lower case, without what platforms put around it: `gpt-4o` for `openai/gpt-4o`,
 * `claude-sonnet-4-5-20250929` for `us.anthropic.claude-sonnet-4-5-20250929-v1:0`. Whatever follows from a model's family
 * (prices, limits, token counts) is looked up by it. A name without such parts is returned as it is, in lower case.
 */
export function makersName(model: string): string {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  // Called several times per request, mostly for names that have none of these.
  const plain = (name.includes('.') ? name.replace(BEDROCK, '') : name).replace(PLATFORM, '');
  return plain.includes(':') ? plain.replace(VARIANT, '') : plain;
}
