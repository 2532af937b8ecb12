import type { NoticeTexts } from './catalogue.js';

export const fr: NoticeTexts = {
  test_title: 'Notification de test',
  test: 'Ceci est une notification de test de {site}. Vos réglages de notification fonctionnent.',

  quota_low_title: 'Votre solde est presque épuisé',
  quota_low:
    "{title} : il reste {quota}. Rechargez à temps pour que vos requêtes ne soient pas refusées.<br/>Recharger : <a href='{link}'>{link}</a>",

  token_key_replaced_title: 'La clé du jeton « {name} » a été remplacée',
  token_key_replaced:
    "Un administrateur a remplacé la clé du jeton « {name} ». L'ancienne clé {key} ne fonctionne plus ; elle a peut-être été divulguée. Copiez la nouvelle clé depuis la liste des jetons dans les programmes qui l'utilisent.",

  account_new_browser_title: 'Nouvelle connexion à votre compte {site}',
  account_new_browser:
    "Une connexion à votre compte {username} de {site} a eu lieu depuis un navigateur qui n'avait pas encore servi. Adresse : {address}. Navigateur : {browser}.",
  account_key_created_title: 'Nouvelle clé API de votre compte {site}',
  account_key_created:
    'Une nouvelle clé API a été créée pour votre compte {username} de {site} : « {name} ».',
  account_access_token_created_title: "Nouveau jeton d'accès système de votre compte {site}",
  account_access_token_created:
    "Un nouveau jeton d'accès système a été créé pour votre compte {username} de {site}. Le précédent ne fonctionne plus.",
  account_admin_key_created_title: "Nouvelle clé d'administration de votre compte sur {site}",
  account_admin_key_created:
    "Une nouvelle clé d'administration a été créée pour votre compte {username} sur {site} : « {name} ».",
  account_password_changed_title: 'Le mot de passe de votre compte {site} a changé',
  account_password_changed:
    "Le mot de passe de votre compte {username} de {site} a changé. Ses autres sessions, son jeton d'accès système et ses clés d'administration ont pris fin.",
  account_second_factor_changed_title: 'Les seconds facteurs de votre compte {site} ont changé',
  account_second_factor_changed:
    "Une application d'authentification ou une clé d'accès de votre compte {username} de {site} a été ajoutée ou retirée.",
  account_email_changed_title: "L'adresse e-mail de votre compte {site} a changé",
  account_email_changed: "L'adresse e-mail de votre compte {username} de {site} est désormais {email}.",
  account_not_you:
    "Si vous n'êtes pas à l'origine de cette action, changez immédiatement de mot de passe, ce qui met fin à toutes les autres sessions, et contactez l'administrateur.",

  channel_disabled_title: 'Le canal « {name} » (n° {id}) a été désactivé',

  second_factor_reset_title: 'Votre second facteur a été réinitialisé',
  second_factor_reset:
    'Un administrateur a retiré l’application d’authentification, les codes de récupération et les clés d’accès du compte « {name} » et a mis fin à ses sessions. Connectez-vous et configurez à nouveau un second facteur. Si vous ne l’avez pas demandé, changez votre mot de passe et contactez l’administrateur.',
  channel_disabled: 'Le canal « {name} » (n° {id}) a été désactivé. Motif : {reason}',
  channel_enabled: 'Le canal « {name} » (n° {id}) a été réactivé',
  channels_tested_title: 'Test des canaux terminé',
  channels_tested: 'Tous les canaux ont été testés.',

  alerts_title: 'Alertes : {count}',
  alerts_recovered_title: 'Rétablis : {count}',
  alert_recovered: 'Rétabli : {alert}',
  alert_channel_failing:
    'Canal « {name} » (n° {id}) : {value} % des appels des {minutes} dernières minutes ont réussi, moins de {limit} %',
  alert_channel_slow:
    'Canal « {name} » (n° {id}) : le premier token met {value} s dans 95 % des réponses, plus de {limit} s',
  alert_channel_key_refused:
    'Canal « {name} » (n° {id}) : son fournisseur a refusé une clé avec le code 401 lors de {value} appels des {minutes} dernières minutes',
  alert_channel_disabled: 'Le canal « {name} » (n° {id}) a été désactivé automatiquement',
  alert_channel_balance:
    'Canal « {name} » (n° {id}) : au rythme actuel, son solde suffit pour {value} heures, moins de {limit}',
  alert_requests_failing:
    '{value} % de toutes les requêtes des {minutes} dernières minutes ont réussi, moins de {limit} %',
  alert_journal_late: 'Un débit attend son inscription au registre depuis {value} s, plus de {limit} s',
  alert_journal_long:
    '{value} débits attendent leur inscription au registre, plus de {limit} : la moitié de JOURNAL_LIMIT',
  alert_tasks_late: 'Le suivi des tâches a {value} s de retard, plus de {limit} s',
  alert_messages_wait: "{value} e-mails et notifications attendent d'être envoyés, plus de {limit}",
  alert_audit_changed:
    'Le journal d’audit ne correspond plus à ses scellés : {value} constats. Exécutez npm run books',
  alert_ledger_unbalanced:
    "Le registre comptable n'est pas équilibré : {value} comptes diffèrent de la somme de leurs écritures. Exécutez npm run books",

  mail_code_subject: 'Code de vérification de {site}',
  mail_code: `Vous vérifiez cette adresse e-mail auprès de {site}.
Votre code : <strong>{code}</strong>
Il est valable {minutes} minutes. Si vous n'êtes pas à l'origine de cette demande, ignorez cet e-mail.`,

  mail_test_subject: 'E-mail de test de {site}',
  mail_test: "Les réglages de messagerie de {site} permettent d'envoyer des e-mails.",

  mail_taken_subject: "Vérification d'une adresse e-mail auprès de {site}",
  mail_taken: `Quelqu'un a demandé à inscrire ou à associer cette adresse e-mail auprès de {site}. Elle a déjà un compte : aucun code n'a été envoyé.
S'il s'agit de vous, connectez-vous ou réinitialisez votre mot de passe sur la page de connexion. Sinon, vous pouvez ignorer cet e-mail.`,

  mail_reset_subject: 'Réinitialisation du mot de passe de {site}',
  mail_reset: `Un nouveau mot de passe a été demandé pour votre compte {site}.
<a href='{link}'>Réinitialiser le mot de passe</a>
Si le lien n'est pas cliquable, copiez cette adresse dans le navigateur :<br> {link}
Il est valable {minutes} minutes. Si vous n'êtes pas à l'origine de cette demande, ignorez cet e-mail.`,

  mail_invitation_subject: 'Invitation à {site}',
  mail_invitation: `{inviter} vous invite à rejoindre {site}. Ouvrez le lien dans les {days} jours, puis choisissez un nom et un mot de passe ; il ne fonctionne qu'une fois.
<a href='{link}'>{link}</a>
Si vous ne connaissez pas l'expéditeur, ignorez cet e-mail.`,

  mail_email_changed_subject: "L'adresse e-mail de votre compte {site} a changé",
  mail_email_changed: `L'adresse e-mail de votre compte {site} est désormais {email}. L'adresse précédente ne permet plus de se connecter ni de réinitialiser le mot de passe.
Si vous n'êtes pas à l'origine de ce changement, changez votre mot de passe sans attendre et contactez l'administrateur.`,
};
