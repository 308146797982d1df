export const mailKeys = {
  failed: ['mails', 'failed'] as const,
};

export const paletteKeys = {
  apis: ['apis', 'palette'] as const,
  datasets: ['datasets', 'palette'] as const,
  models: ['models', 'palette'] as const,
};
