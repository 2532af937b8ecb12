import type { ManagementErrorCode } from '../codes.js';

/** French texts of the errors of the management API that users meet. */
export const managementErrors: Readonly<Partial<Record<ManagementErrorCode, string>>> = {
  // Requests, sign-in and access
  not_signed_in: "Vous n'êtes pas connecté et aucun jeton d'accès n'a été fourni",
  access_token_invalid: "Le jeton d'accès n'est pas valide",
  account_invalid: "Ce compte n'est pas valide",
  user_header_missing: "L'en-tête New-Api-User est absent",
  user_header_malformed: "L'en-tête New-Api-User est mal formé",
  user_header_mismatch: "L'en-tête New-Api-User ne correspond pas à l'utilisateur connecté",
  request_not_from_console: 'La requête a été refusée, car elle ne provient pas de la console',
  user_banned: "L'utilisateur a été exclu",
  role_too_low: "Vous n'avez pas le droit d'effectuer cette action",
  invalid_parameters: 'Paramètres non valides',
  invalid_parameter: 'Paramètre non valide : {rule}',
  invalid_input: 'Saisie non valide : {rule}',
  request_too_large: 'La requête est trop volumineuse. La limite est de {limit}',
  request_too_slow: 'Le corps de la requête a été envoyé trop lentement',
  too_many_requests: 'Trop de requêtes. Réessayez plus tard',
  database_unavailable: 'Connexion à la base de données impossible',
  service_unavailable: 'Le service est momentanément indisponible. Réessayez plus tard',
  query_too_long:
    'Cette recherche a pris trop de temps. Choisissez une période plus courte ou ajoutez un filtre',
  not_ready: 'Pas prêt : {detail}',
  internal_error: 'Erreur interne du serveur',

  // Accounts
  password_login_disabled: "L'administrateur a désactivé la connexion par mot de passe",
  credentials_wrong: "Nom d'utilisateur ou mot de passe incorrect, ou l'utilisateur a été exclu",
  default_password_remote:
    'Le mot de passe par défaut ne fonctionne que sur la machine qui exécute la passerelle. Définissez INITIAL_ROOT_PASSWORD et redémarrez, ou connectez-vous sur cette machine et changez-le',
  user_not_found: 'Utilisateur introuvable',
  username_taken: "Ce nom d'utilisateur est déjà pris",
  password_too_common: 'Ce mot de passe est trop courant et facile à deviner. Choisissez-en un autre',
  original_password_wrong: 'Le mot de passe actuel est incorrect',
  session_required:
    "Vous devez être connecté à la console pour cette action. Un jeton d'accès système ne suffit pas",
  sign_in_again:
    'Pour protéger votre compte, saisissez votre mot de passe actuel, ou reconnectez-vous et recommencez dans les 10 minutes',
  confirmation_required:
    "Pour protéger le compte, confirmez d'abord votre identité : saisissez votre mot de passe ou reconnectez-vous",
  session_not_found: "Cette session n'existe pas ou est terminée",
  access_token_disabled: "Les jetons d'accès système sont désactivés. Utilisez une clé d'administration",
  admin_key_invalid: "La clé d'administration est inconnue, expirée ou révoquée",
  admin_key_ip_forbidden:
    "Votre adresse IP ne figure pas dans la liste des adresses autorisées pour cette clé d'administration",
  admin_key_not_admitted: "Cette route ne peut pas être appelée avec une clé d'administration",
  admin_key_scope_missing:
    "Il manque une portée à la clé d'administration. L'une de celles-ci est requise : {scopes}",
  admin_key_not_found: "La clé d'administration n'existe pas ou a été révoquée",
  admin_key_addresses_invalid: 'Saisissez une adresse IP ou un réseau par ligne',
  too_many_admin_keys:
    "Un compte peut avoir {max} clés d'administration. Révoquez celles qui ne servent plus",
  second_factor_required: 'L’administrateur exige un second facteur. Configurez-en un avant de continuer.',
  second_factor_missing: 'Le compte n’a pas de second facteur',
  second_factor_wrong: 'Le code est incorrect ou a déjà été utilisé',
  second_step_expired: 'La connexion a expiré ou compte trop de codes incorrects. Reconnectez-vous.',
  authenticator_exists: 'Le compte a déjà une application d’authentification',
  authenticator_missing: 'Le compte n’a pas d’application d’authentification',
  authenticator_setup_expired: 'La configuration a expiré. Recommencez.',
  passkey_refused: 'La clé d’accès n’a pas été acceptée. Réessayez.',
  passkey_not_found: 'Cette clé d’accès n’existe pas',
  passkeys_full: 'Un compte peut avoir au plus {most} clés d’accès',
  passkey_needs_domain:
    'Les clés d’accès ne fonctionnent pas avec une adresse IP. Ouvrez la console par un nom de domaine.',
  own_second_factor_reset: 'Retirez votre propre second facteur sur la page personnelle',
  quota_negative: 'Le quota ne peut pas être négatif',
  group_unknown: 'Groupe introuvable',
  root_account_not_deletable: 'Le compte du super-administrateur ne peut pas être supprimé',
  quota_too_large: 'Le quota est trop élevé',
  transfer_too_small: 'Transfert impossible : le montant minimal est de {quota}',
  reward_too_low: 'Transfert impossible : votre récompense de parrainage est insuffisante',
  notify_type_unknown: 'Mode de notification non valide',
  quota_threshold_not_positive: "Le seuil d'alerte doit être supérieur à 0",
  webhook_url_missing: "Saisissez l'URL du webhook",
  webhook_url_invalid: "L'URL du webhook n'est pas valide",
  webhook_url_not_https: "L'URL du webhook doit commencer par https://",
  notification_email_invalid: "L'adresse e-mail n'est pas valide",
  notice_secret_again: "L'adresse a changé : saisissez de nouveau {field}",
  notice_target_missing:
    "Les notifications n'ont pas de destination : enregistrez d'abord les réglages ; l'e-mail demande aussi un serveur de messagerie",
  notice_not_sent: "La notification n'a pas pu être envoyée : {reason}",
  setup_finished: 'La configuration initiale est déjà terminée',
  setup_link_wrong:
    'Ouvrez le lien de configuration que le serveur a affiché à son démarrage. Il est valable 24 heures ; un redémarrage en affiche un nouveau.',

  // Registration, mail codes and password resets
  turnstile_missing: 'Le jeton Turnstile est absent. Réessayez',
  turnstile_failed: 'La vérification Turnstile a échoué. Actualisez la page et réessayez',
  turnstile_unreachable: 'Le serveur Turnstile est injoignable. Réessayez plus tard',
  password_registration_closed:
    "L'administrateur a désactivé l'inscription par mot de passe. Utilisez un compte tiers",
  email_code_required:
    "L'adresse e-mail doit être vérifiée. Saisissez votre adresse et le code de vérification",
  email_code_wrong: 'Le code de vérification est incorrect ou a expiré',
  registration_username_taken:
    "Ce nom d'utilisateur est pris ou appartenait à un compte supprimé. Choisissez-en un autre.",
  default_token_failed: "Le jeton par défaut n'a pas pu être créé",
  email_domain_refused: "Ce domaine de messagerie n'est pas autorisé. Utilisez une autre adresse.",
  email_alias_refused:
    'Les adresses avec + ou . avant le @ ne sont pas acceptées. Utilisez-en une sans ces signes.',
  email_malformed: "L'adresse e-mail n'est pas valide",
  mail_too_soon: "Trop d'e-mails demandés. Réessayez dans {seconds} secondes",
  email_taken: 'Cette adresse e-mail est déjà utilisée',
  invitation_invalid:
    "L'invitation n'est pas valide, a déjà servi ou a expiré. Demandez-en une nouvelle à l'administrateur",
  reset_link_wrong: "Le lien de réinitialisation n'est pas valide ou a expiré. Demandez-en un nouveau.",

  // Third-party sign-in
  oauth_state_wrong: "L'état de connexion est absent ou ne correspond pas. Réessayez",
  registration_closed: "L'administrateur a désactivé l'inscription de nouveaux utilisateurs",
  account_deleted: 'Ce compte a été supprimé',
  github_disabled: "L'administrateur n'a pas activé la connexion avec GitHub",
  github_taken: 'Ce compte GitHub est déjà associé',
  github_unreachable: 'GitHub est injoignable. Réessayez plus tard',
  github_empty: "GitHub n'a renvoyé aucune information sur l'utilisateur. Réessayez plus tard",
  oidc_disabled: "L'administrateur n'a pas activé la connexion avec OIDC",
  oidc_taken: 'Ce compte OIDC est déjà associé',
  oidc_unreachable: 'Le serveur OIDC est injoignable. Réessayez plus tard',
  oidc_token_failed: "Le serveur OIDC n'a pas délivré de jeton. Vérifiez les réglages",
  oidc_user_failed: "Le serveur OIDC n'a pas fourni les informations de l'utilisateur. Vérifiez les réglages",
  oidc_user_empty: "Le serveur OIDC n'a renvoyé aucune information sur l'utilisateur. Vérifiez les réglages",
  linuxdo_disabled: "L'administrateur n'a pas activé la connexion avec Linux DO",
  linuxdo_taken: 'Ce compte Linux DO est déjà associé',
  linuxdo_code_missing: "Le code d'autorisation est absent",
  linuxdo_unreachable: 'Linux DO est injoignable. Réessayez plus tard',
  linuxdo_token_failed: "Linux DO n'a pas délivré de jeton d'accès : {message}",
  linuxdo_user_failed: "Linux DO n'a pas fourni les informations de l'utilisateur",
  linuxdo_user_empty: "Linux DO a renvoyé des informations d'utilisateur non valides",
  linuxdo_trust_too_low:
    "Votre niveau de confiance Linux DO est inférieur au minimum fixé par l'administrateur",
  linuxdo_not_active:
    "Votre compte Linux DO est inactif ou réduit au silence : il ne permet pas de s'inscrire",
  wechat_disabled: "L'administrateur n'a pas activé la connexion avec WeChat",
  wechat_taken: 'Ce compte WeChat est déjà associé',
  wechat_unreachable: 'Le serveur de vérification WeChat est injoignable. Réessayez plus tard',
  wechat_code_wrong: 'Le code de vérification est incorrect ou a expiré',
  telegram_disabled: "L'administrateur n'a pas activé la connexion avec Telegram",
  telegram_taken: 'Ce compte Telegram est déjà associé',
  telegram_request_invalid: 'Requête non valide',
  telegram_not_linked:
    "Ce compte Telegram n'est pas associé. Connectez-vous autrement et associez-le dans vos réglages.",

  // Tokens and tasks
  changed_meanwhile:
    "Une autre personne a modifié ceci depuis que vous l'avez ouvert : {fields}. Rien n'a été enregistré. Rouvrez-le pour voir les valeurs actuelles",
  token_not_found: 'Jeton introuvable',
  token_id_missing: "L'identifiant est absent",
  token_name_missing: 'Saisissez un nom de jeton',
  token_name_too_long: 'Le nom du jeton est trop long',
  token_expiry_past: "La date d'expiration doit être dans le futur",
  token_quota_negative: 'Le quota ne peut pas être négatif',
  token_group_forbidden: "Vous n'avez pas le droit d'utiliser ce groupe",
  token_scope_unknown: 'Portée inconnue. Consultez la liste des portées dans la documentation',
  key_not_shown: 'Cette clé ne peut plus être affichée. Remplacez-la pour en obtenir une nouvelle',
  no_former_key: "Le jeton n'a pas d'ancienne clé encore acceptée",
  token_still_expired:
    "Le jeton a expiré et ne peut pas être activé. Changez d'abord sa date d'expiration ou supprimez-la",
  token_still_exhausted:
    "Le jeton n'a plus de quota et ne peut pas être activé. Augmentez d'abord son quota ou rendez-le illimité",
  task_not_found: 'Tâche introuvable',
  task_finished: 'La tâche est déjà terminée',
  streams_full: "Trop de connexions en direct sont ouvertes, fermez les pages que vous n'utilisez pas",

  // Mail
  smtp_not_configured: "Aucun serveur SMTP n'est configuré",
  smtp_account_invalid: "Le compte SMTP n'est pas valide",
  mail_not_sent: "L'e-mail n'a pas pu être envoyé : {reason}",

  // Redemption, payment, dashboards and the log
  redemption_key_missing: 'Saisissez un code de recharge',
  redeem_key_unknown: "Le code de recharge n'est pas valide",
  redeem_key_used: 'Ce code de recharge a déjà été utilisé',
  payment_parameters: 'Paramètres non valides',
  payment_amount_too_small: "Le montant doit être d'au moins {min}",
  payment_money_too_low: 'Le montant est trop faible. Saisissez un montant plus élevé.',
  payment_not_configured: "Le paiement n'est pas configuré. Contactez l'administrateur.",
  payment_order_failed: "La commande n'a pas pu être créée. Réessayez plus tard.",
  log_not_found: 'Entrée du journal introuvable',
  status_page_disabled: "La page d'état est désactivée",
  views_full: 'Au plus {most} vues peuvent être enregistrées',
  view_not_found: 'Aucune vue ne porte ce nom',
  data_span_too_long: 'La période ne peut pas dépasser un mois',
  cost_period_empty: 'La fin de la période doit être postérieure à son début',
  cost_period_too_long: 'La période ne peut pas dépasser 400 jours',
  cost_hours_too_many: 'Une période divisée en heures ne peut pas dépasser 31 jours',
  cost_time_zone_unknown: "Ce fuseau horaire n'existe pas",
  cost_dimensions_equal:
    'La seconde dimension doit être différente de la première, et les jours et les heures ne peuvent pas être combinés',
  cost_dimension_not_allowed: "Vous n'avez pas le droit d'utiliser cette dimension ou ce filtre",
  import_address_invalid:
    'L’adresse de la base de données ne convient pas : indiquez une adresse postgres:// ou mysql:// avec utilisateur, hôte et base, les caractères spéciaux étant codés en pourcentage',
  import_address_private:
    'La base de données se trouve sur un réseau privé, ce que EGRESS_ALLOW_PRIVATE n’autorise pas',
  import_source_missing: 'Envoyez un fichier, ou indiquez l’adresse d’une base de données',
  import_file_unknown: 'Le fichier n’est ni une base SQLite ni une sauvegarde au format texte',
  import_upload_missing: 'Le fichier envoyé n’existe plus : envoyez-le à nouveau',
  import_running: 'Une importation est déjà en cours',
  import_not_found: 'Cette importation n’existe pas, ou elle est terminée',
};
