export const mailKeys = {
  failed: ['mails', 'failed'] as const,
};
