/** By English text: what the server declares in the complete languages alone and users read, the fields of notification channels. */
export const declared: Readonly<Record<string, string>> = {
  Email: 'E-mail',
  'Address for notices': 'Adresse pour les notifications',
  'Empty: the address bound to the account': "Vide : l'adresse associée au compte",
  'Webhook address': 'Adresse du webhook',
  'https only; notices are sent by POST': 'https seulement ; les notifications sont envoyées par POST',
  'Credential (optional)': 'Secret (facultatif)',
  'Sent as Authorization: Bearer and used to sign. A saved one is never shown; leave empty to keep it.':
    "Envoyé comme Authorization: Bearer et utilisé pour signer. Une valeur enregistrée n'est jamais affichée ; laisser vide pour la conserver.",
  'Lark or Feishu robot': 'Robot Lark ou Feishu',
  'Webhook URL of the robot': 'URL du webhook du robot',
  'Signing secret (optional)': 'Secret de signature (facultatif)',
  'If the robot verifies signatures. A saved one is never shown; leave empty to keep it.':
    "Si le robot vérifie les signatures. Une valeur enregistrée n'est jamais affichée ; laisser vide pour la conserver.",
  'DingTalk robot': 'Robot DingTalk',
  'If the robot verifies signatures; begins with SEC. A saved one is never shown; leave empty to keep it.':
    "Si le robot vérifie les signatures ; commence par SEC. Une valeur enregistrée n'est jamais affichée ; laisser vide pour la conserver.",
  'WeCom robot': 'Robot WeCom',
  'Telegram bot': 'Bot Telegram',
  'Bot token': 'Jeton du bot',
  'From @BotFather': 'Fourni par @BotFather',
  'Chat ID': 'Identifiant de la discussion',
  'Number of a chat with the bot, or @name of a public channel':
    "Numéro d'une discussion avec le bot, ou @nom d'un canal public",
  'Incoming webhook URL': 'URL du webhook entrant',
  'Bark address': 'Adresse Bark',
  'The address with your key, as the app shows it':
    "L'adresse avec votre clé, telle que l'application l'affiche",
  'Gotify address': 'Adresse Gotify',
  'Application token': "Jeton d'application",
  Priority: 'Priorité',
  '0 to 10': 'De 0 à 10',
};
