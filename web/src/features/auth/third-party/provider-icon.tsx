import {
  type Icon,
  IconBrandGithub,
  IconBrandTelegram,
  IconBrandWechat,
  IconMessages,
  IconShieldLock,
} from '@tabler/icons-react';
import type { Provider } from './providers';

const ICONS: Record<Provider, Icon> = {
  github: IconBrandGithub,
  oidc: IconShieldLock,
  linuxdo: IconMessages,
  wechat: IconBrandWechat,
  telegram: IconBrandTelegram,
};

export function ProviderIcon({ provider, size = 18 }: { provider: Provider; size?: number }) {
  const Shape = ICONS[provider];
  return <Shape size={size} stroke={1.75} aria-hidden />;
}
