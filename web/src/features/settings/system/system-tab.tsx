import { OptionCard } from '../form/option-card';
import { CallbackHint } from './callback-hint';
import { EMAIL_DOMAINS, PAYMENT, SERVER, SIGN_IN, SMTP, WORKER } from './cards';
import { EgressNote } from './egress-note';
import { OidcCheck } from './oidc-check';
import { GITHUB, LINUXDO, OIDC, TELEGRAM, TURNSTILE, WECHAT } from './provider-cards';

export function SystemTab() {
  return (
    <>
      {[SERVER, WORKER, PAYMENT, SIGN_IN, EMAIL_DOMAINS, SMTP].map((card) => (
        <OptionCard key={card.id} card={card} />
      ))}
      <OptionCard card={OIDC} intro={<CallbackHint path="/oauth/oidc" />} actions={<OidcCheck />} />
      <OptionCard card={GITHUB} intro={<CallbackHint path="/oauth/github" />} />
      <OptionCard card={LINUXDO} intro={<CallbackHint path="/oauth/linuxdo" />} />
      {[WECHAT, TELEGRAM, TURNSTILE].map((card) => (
        <OptionCard key={card.id} card={card} />
      ))}
      <EgressNote />
    </>
  );
}
