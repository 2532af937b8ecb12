import type { SomeTexts } from '../texts';

export const secondFactor: SomeTexts['secondFactor'] = {
  title: 'Second facteur',
  lead: 'Même avec votre mot de passe, personne ne se connecte sans votre appareil.',
  on: 'Activé',
  continue: 'Continuer',
  remove: 'Retirer',
  removed: 'Retiré',
  page: {
    required:
      'L’administrateur exige un second facteur pour votre compte. Ajoutez une application d’authentification ou une clé d’accès pour continuer.',
    lead: 'Ajoutez une application d’authentification ou une clé d’accès pour protéger votre compte.',
  },
  password: {
    title: 'Confirmez votre identité',
    lead: 'Vous vous êtes connecté il y a plus de 10 minutes : saisissez votre mot de passe. Si le compte n’en a pas, reconnectez-vous.',
  },
  app: {
    name: 'Application d’authentification',
    hint: 'Demande le code à 6 chiffres d’une application à la connexion',
    setUp: 'Configurer',
    setUpLabel: 'Configurer une application d’authentification',
    removeLabel: 'Retirer l’application d’authentification',
    title: 'Configurer une application d’authentification',
    scan: 'Scannez le code QR avec une application comme Google Authenticator, Microsoft Authenticator ou 1Password.',
    qr: 'Code QR pour l’application d’authentification',
    byHand: 'Impossible de scanner ? Saisissez cette clé :',
    copied: 'Clé copiée',
    code: 'Code',
    codeHint: 'Les 6 chiffres que l’application affiche maintenant',
    enable: 'Activer',
    removeTitle: 'Retirer l’application d’authentification ?',
    removeText:
      'Ses codes ne seront plus demandés. Confirmez avec un code, un code de récupération ou une clé d’accès.',
  },
  codes: {
    name: 'Codes de récupération',
    left: '{{number}} restants, pour se connecter sans votre appareil',
    renew: 'Remplacer',
    renewTitle: 'Remplacer les codes de récupération',
    renewText:
      'Les codes actuels ne fonctionneront plus. Confirmez avec un code, un code de récupération ou une clé d’accès.',
    title: 'Enregistrez vos codes de récupération',
    lead: 'Ils permettent de se connecter si vous perdez votre appareil ; chacun ne sert qu’une fois. Ils ne seront plus affichés.',
    copied: 'Codes de récupération copiés',
    download: 'Télécharger',
    saved: 'Je les ai enregistrés',
    fileHead: 'Codes de récupération de {{name}} sur {{site}} ; chacun ne sert qu’une fois :',
  },
  passkeys: {
    title: 'Clés d’accès',
    hint: 'Se connecter par empreinte, visage ou code de l’appareil, sans mot de passe',
    unsupported: 'Les clés d’accès exigent un navigateur compatible, HTTPS et un nom de domaine',
    add: 'Ajouter',
    addTitle: 'Ajouter une clé d’accès',
    addLead:
      'Une clé d’accès est conservée par cet appareil, un gestionnaire de mots de passe ou une clé de sécurité.',
    added: 'Clé d’accès ajoutée',
    name: 'Nom',
    unused: 'Ajoutée le {{added}}, pas encore utilisée',
    used: 'Ajoutée le {{added}}, utilisée le {{used}}',
    removeLabel: 'Retirer la clé d’accès {{name}}',
    removeTitle: 'Retirer la clé d’accès « {{name}} » ?',
    removeText: 'Elle ne permettra plus de se connecter. Supprimez-la aussi de votre appareil.',
  },
  proof: {
    code: 'Code ou code de récupération',
    codeHint: 'Les 6 chiffres de votre application, ou un code de récupération',
    passkey: 'Confirmer avec une clé d’accès',
  },
};
