/** A setting as a report holds it, for a person to read: `name linear, alpha 0.5` and not JSON. */
export function settingText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  if (Array.isArray(value)) return value.length > 0 ? value.map(settingText).join(', ') : '–';
  if (typeof value !== 'object') return String(value);
  const parts = Object.entries(value);
  const file = parts.find(([name]) => name === 'filename');
  // Of an uploaded file the name tells it apart; its hash stands in the bundle.
  if (file) return settingText(file[1]);
  return parts
    .map(([name, part]) => (name === 'name' ? settingText(part) : `${name} ${settingText(part)}`))
    .join(', ');
}
