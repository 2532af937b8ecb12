import { useTranslation } from 'react-i18next';
import { OptionCard } from '../form/option-card';
import type { CardSpec } from '../form/fields';
import { useOptions } from '../use-options';
import { CallbackHint } from './callback-hint';
import { EMAIL_DOMAINS, PAYMENT, SERVER, SIGN_IN, SMTP, WORKER } from './cards';
import { EgressNote } from './egress-note';
import { OidcCheck } from './oidc-check';
import { GITHUB, LINUXDO, OIDC, TELEGRAM, TURNSTILE, WECHAT } from './provider-cards';

/** Sites to which the operator must name an address of ours, and the end of that address. */
const RETURNS: { card: CardSpec; path: string }[] = [
  { card: GITHUB, path: '/oauth/github' },
  { card: LINUXDO, path: '/oauth/linuxdo' },
];

export function SystemTab() {
  const { t } = useTranslation();
  const address = useOptions().values.ServerAddress || t('settings.system.siteAddress');
  return (
    <>
      {[SERVER, WORKER, PAYMENT, SIGN_IN, EMAIL_DOMAINS, SMTP].map((card) => (
        <OptionCard key={card.id} card={card} />
      ))}
      <OptionCard
        card={OIDC}
        intro={<CallbackHint homepage={address} callback={`${address}/oauth/oidc`} />}
        actions={<OidcCheck />}
      />
      {RETURNS.map(({ card, path }) => (
        <OptionCard
          key={card.id}
          card={card}
          intro={<CallbackHint homepage={address} callback={address + path} />}
        />
      ))}
      {[WECHAT, TELEGRAM, TURNSTILE].map((card) => (
        <OptionCard key={card.id} card={card} />
      ))}
      <EgressNote />
    </>
  );
}
