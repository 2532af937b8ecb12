import type { RuleTexts } from '../rules.js';

/** French texts of the rules for fields. */
export const inputRules: RuleTexts = {
  required: '{field} est obligatoire',
  too_short: '{field} doit comporter au moins {min} caractères',
  too_long: '{field} doit comporter au plus {max} caractères',
  length: '{field} doit comporter de {min} à {max} caractères',
  too_few: '{field} doit comporter au moins {min} éléments',
  too_many: '{field} doit comporter au plus {max} éléments',
  too_small: '{field} doit être au moins {min}',
  too_large: '{field} doit être au plus {max}',
  wrong_format: "{field} n'a pas un format valide",
  not_allowed: "{field} doit être l'une des valeurs autorisées",
  unknown_field: 'champ {field} inconnu',
  contains_at: '{field} ne peut pas contenir @',
  invisible_characters: '{field} ne peut pas contenir de caractères invisibles',
  not_http_url: '{field} doit commencer par http:// ou https://',
  not_url: '{field} doit être une URL valide',
  not_https_url: '{field} doit commencer par https://',
  not_string: '{field} doit être un texte',
  not_number: '{field} doit être un nombre',
  not_integer: '{field} doit être un nombre entier',
  not_boolean: '{field} doit être vrai ou faux',
  not_array: '{field} doit être une liste',
  not_object: '{field} doit être un objet',
  wrong_type: "{field} n'est pas du bon type",
};
