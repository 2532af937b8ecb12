import { type CardExtras, SettingCards } from '../setting-cards';
import { CallbackHint } from './callback-hint';
import { EgressNote } from './egress-note';
import { OidcCheck } from './oidc-check';
import { UsageEvents } from './usage-events';

const EXTRAS: CardExtras = {
  'usage-events': { children: <UsageEvents /> },
  oidc: { intro: <CallbackHint path="/oauth/oidc" />, actions: <OidcCheck /> },
  github: { intro: <CallbackHint path="/oauth/github" /> },
  linuxdo: { intro: <CallbackHint path="/oauth/linuxdo" /> },
};

export function SystemTab() {
  return (
    <>
      <SettingCards tab="system" extras={EXTRAS} />
      <EgressNote />
    </>
  );
}
