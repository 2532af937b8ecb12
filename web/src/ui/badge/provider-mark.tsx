import { Avatar } from '@mantine/core';
import {
  IconBrandAws,
  IconBrandAzure,
  IconBrandBaidu,
  IconBrandCloudflare,
  IconBrandDatabricks,
  IconBrandGithub,
  IconBrandGoogle,
  IconBrandOpenai,
  IconBrandSnowflake,
  type Icon,
} from '@tabler/icons-react';

/** Logos by the provider's short name. */
const LOGOS: Readonly<Record<string, Icon>> = {
  openai: IconBrandOpenai,
  azure: IconBrandAzure,
  'azure-foundry': IconBrandAzure,
  'azure-speech': IconBrandAzure,
  aws: IconBrandAws,
  baidu: IconBrandBaidu,
  'baidu-v2': IconBrandBaidu,
  cloudflare: IconBrandCloudflare,
  databricks: IconBrandDatabricks,
  gemini: IconBrandGoogle,
  'github-models': IconBrandGithub,
  palm: IconBrandGoogle,
  snowflake: IconBrandSnowflake,
  vertex: IconBrandGoogle,
};

interface ProviderMarkProps {
  /** Short name of the provider. */
  id: string;
  name: string;
  /** A Mantine color. */
  color: string;
}

/** The provider's logo, else the first letters of its name, on a square of its colour. Decoration beside the name. */
export function ProviderMark({ id, name, color }: ProviderMarkProps) {
  const Logo = LOGOS[id];
  return (
    <Avatar
      size={22}
      radius="sm"
      color={color}
      aria-hidden
      styles={{
        // The tint is translucent, and a chosen option has the colour of the theme.
        root: { background: 'var(--mantine-color-body)' },
        placeholder: { fontSize: 10, fontWeight: 600 },
      }}
    >
      {Logo ? <Logo size={15} stroke={1.75} /> : initials(name)}
    </Avatar>
  );
}

/** Two letters of a name in Latin letters (`Mistral AI` → `MA`, `DeepSeek` → `DS`), one character of others. */
function initials(name: string): string {
  const words = name.match(/[A-Z]?[a-z\d]+|[A-Z]+(?![a-z])/g) ?? [];
  const letters = words.map((word) => word.charAt(0).toUpperCase()).join('');
  if (/^[\x20-\x7e]/.test(name)) return letters.length > 1 ? letters.slice(0, 2) : name.slice(0, 2);
  return name.charAt(0);
}
