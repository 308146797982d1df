/** Fields whose name says that they hold something about a person, in the languages of the console. */
const personalWords = [
  'e-?mail|phone|mobile|address|passport|aadhaar|birth|surname|(first|last|full)[ _-]?name|ssn|iban',
  'correo|telefono|movil|pasaporte|nacimiento|apellidos?',
  'courriel|telephone|adresse|passeport|naissance|prenom',
  'telefon|handynummer|reisepass|geburtsdatum|geburtstag|vorname|nachname',
  'dob|street|calle|rue|strasse|tax[ _-]?id|taxpayer|steuer[ _-]?(id|nummer)|national[ _-]?id|nif|dni|nir',
].join('|');
const personalName = new RegExp(`(^|[^a-z])(${personalWords})([^a-z]|$)|^(name|nombre|nom)$`, 'i');
/** camelCase in words, as snake_case is, and letters without their accents. */
export const isPersonalName = (name: string): boolean =>
  personalName.test(
    name
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/(?<=[a-z\d])(?=[A-Z])/g, '_'),
  );
