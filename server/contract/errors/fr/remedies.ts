import type { RemedyTexts } from '../remedies/remedy.js';

/** French texts of the remedies of errors. */
export const remedies: RemedyTexts = {
  sendKey: {
    why: 'La passerelle ne connaît pas la clé envoyée.',
    todo: "Copiez la clé d'un jeton activé depuis Jetons d'API et envoyez-la sous la forme Authorization: Bearer sk-….",
  },
  renewToken: {
    why: 'Le jeton a expiré ou est désactivé.',
    todo: "Activez-le ou reportez son expiration dans Jetons d'API, ou créez-en un autre.",
  },
  raiseTokenQuota: {
    why: 'Le quota du jeton ne couvre pas la requête.',
    todo: "Augmentez le quota du jeton dans Jetons d'API, ou rendez-le illimité.",
  },
  topUp: {
    why: 'Le solde du compte ne couvre pas la requête.',
    todo: 'Utilisez un code ou rechargez dans le portefeuille, ou demandez du quota à votre administrateur.',
    admin: "Ajoutez du quota à l'utilisateur, ou faites-lui utiliser un code.",
  },
  account: {
    why: 'Le compte est exclu ou verrouillé.',
    todo: 'Adressez-vous à votre administrateur.',
    admin: "Activez l'utilisateur dans Utilisateurs.",
  },
  editToken: {
    why: "Le jeton n'autorise pas cette adresse, ce modèle ou ce groupe.",
    todo: "Modifiez les adresses, les modèles ou le groupe du jeton dans Jetons d'API.",
  },
  choosePin: {
    why: "Le canal que la clé désigne n'existe pas, est désactivé ou ne peut pas être choisi.",
    todo: 'Envoyez la clé sans numéro de canal à la fin.',
  },
  waitForDrain: {
    why: "Un administrateur tient les nouvelles requêtes à l'écart de ces canaux pour un temps limité.",
    todo: 'Réessayez plus tard, ou choisissez un autre modèle.',
    admin: 'Mettez fin au vidage dans Canaux.',
  },
  chooseModel: {
    why: 'Aucun canal activé ne propose ce modèle à ce groupe.',
    todo: "Choisissez un modèle dans Tarifs, ou demandez à votre administrateur de l'ajouter.",
    admin: 'Ajoutez le modèle à un canal activé du groupe dans Canaux.',
  },
  setPrice: {
    why: "Le modèle n'a pas de prix : ses requêtes ne peuvent pas être facturées.",
    todo: "Choisissez un modèle qui a un prix, ou demandez à votre administrateur d'en définir un.",
    admin: 'Définissez son prix dans les réglages, ou activez le mode personnel.',
  },
  correctRequest: {
    why: "La requête n'est pas de celles que cette adresse accepte.",
    todo: 'Corrigez ce que le message indique et renvoyez-la.',
  },
  correctMapping: {
    why: 'La correspondance de modèles du canal ne peut pas être appliquée.',
    todo: 'Demandez à votre administrateur de corriger la correspondance de modèles.',
    admin: 'Corrigez la correspondance de modèles du canal.',
  },
  shortenRequest: {
    why: "La requête est plus volumineuse qu'autorisé.",
    todo: 'Envoyez-en moins à la fois.',
    admin: "Envoyez-en moins, ou augmentez la limite dans l'environnement du serveur.",
  },
  sendFaster: {
    why: "La requête n'est pas arrivée à temps.",
    todo: 'Vérifiez la connexion du client et renvoyez-la.',
  },
  changeContent: {
    why: 'Le contenu a été bloqué.',
    todo: 'Modifiez le contenu et renvoyez-le.',
    admin: 'Modifiez le contenu, ou les mots interdits dans les réglages.',
  },
  slowDown: {
    why: 'Une limite de requêtes, par durée ou simultanées, est atteinte.',
    todo: 'Attendez le temps indiqué par Retry-After et envoyez moins de requêtes.',
    admin: 'Attendez, ou augmentez la limite dans les réglages.',
  },
  retry: {
    why: 'La passerelle ne peut pas traiter la requête pour le moment.',
    todo: 'Réessayez plus tard. Si cela persiste, adressez-vous à votre administrateur.',
    admin: 'Réessayez plus tard. Si cela persiste, consultez le journal du serveur et /readyz.',
  },
  newSession: {
    why: 'La session est restée inactive ou ouverte trop longtemps.',
    todo: 'Ouvrez une nouvelle session.',
  },
  providerBusy: {
    why: 'Le fournisseur limite les requêtes de la passerelle.',
    todo: 'Réessayez plus tard, ou choisissez un autre modèle.',
    admin: 'Ajoutez un canal ou une clé pour ce modèle dans Canaux.',
  },
  checkProvider: {
    why: 'Le fournisseur a échoué ou est injoignable.',
    todo: 'Réessayez, ou choisissez un autre modèle.',
    admin: 'Testez le canal dans Canaux : son adresse, sa clé et le réseau.',
  },
  replaceChannelKey: {
    why: 'Le fournisseur rejette la clé du canal.',
    todo: 'Choisissez un autre modèle, ou adressez-vous à votre administrateur.',
    admin: 'Remplacez la clé du canal dans Canaux.',
  },
  signIn: {
    why: "La session ou le jeton d'accès est absent, non valide ou insuffisant.",
    todo: "Reconnectez-vous ; les scripts envoient le jeton d'accès système avec New-Api-User.",
  },
  checkCredentials: {
    why: 'Le mot de passe, le code ou le lien est incorrect, a expiré ou est absent.',
    todo: 'Saisissez-le de nouveau, ou demandez-en un nouveau.',
  },
  checkFactor: {
    why: 'Un code change toutes les 30 secondes et ne sert qu’une fois. Il est aussi incorrect si l’horloge de l’appareil l’est.',
    todo: 'Attendez le code suivant, vérifiez l’horloge de l’appareil, ou utilisez un code de récupération ou une clé d’accès.',
    admin:
      'Si l’utilisateur a perdu son appareil, réinitialisez son second facteur dans la liste des utilisateurs.',
  },
  setUpFactor: {
    why: 'L’administrateur exige un second facteur pour ce compte, et le délai est écoulé.',
    todo: 'Ajoutez une application d’authentification ou une clé d’accès sur la page personnelle.',
  },
  rights: {
    why: "Le compte n'a pas le droit d'effectuer cette action.",
    todo: 'Adressez-vous à une personne ayant un rôle supérieur.',
  },
  narrowPeriod: {
    why: 'La période ou le filtre sélectionne plus que ce qui peut être lu en une fois.',
    todo: 'Choisissez une période plus courte ou davantage de filtres.',
  },
  wait: {
    why: 'Le même travail est déjà en cours.',
    todo: "Attendez sa fin : sa progression s'affiche au-dessus de la liste des canaux.",
  },
  reload: {
    why: "L'élément n'existe plus, ou a été modifié entre-temps.",
    todo: 'Rechargez la page et consultez son état actuel.',
  },
  chooseOther: {
    why: "Ce choix est déjà pris ou n'est pas accepté.",
    todo: 'Choisissez-en un autre.',
  },
  askAdministrator: {
    why: "Cette fonction est désactivée ou n'est pas configurée.",
    todo: 'Choisissez un autre moyen, ou adressez-vous à votre administrateur.',
    admin: 'Configurez-la dans les réglages.',
  },
  checkService: {
    why: 'Un service dont dépend la passerelle a refusé ou est injoignable.',
    todo: 'Réessayez plus tard. Si cela persiste, adressez-vous à votre administrateur.',
    admin: 'Vérifiez son adresse et ses identifiants dans les réglages, et le réseau du serveur.',
  },
  linkAccount: {
    why: "Le compte tiers n'est associé à aucun utilisateur.",
    todo: 'Connectez-vous autrement et associez-le dans Mon compte.',
  },
  moveGroup: {
    why: 'Le groupe est encore utilisé.',
    todo: "Déplacez d'abord ses utilisateurs, ses jetons et ses canaux vers un autre groupe.",
  },
  checkChannel: {
    why: 'Le service amont a refusé la requête ou est injoignable.',
    todo: "Vérifiez la clé, l'adresse et les modèles du canal.",
  },
  otherWay: {
    why: 'Ce type, ce modèle ou ce client ne le prend pas en charge.',
    todo: 'Choisissez un autre type, modèle ou client.',
  },
  correctInput: {
    why: "Une valeur est absente ou n'est pas autorisée.",
    todo: 'Corrigez la valeur que le message indique.',
  },
};
