export { DeleteAccountDialog } from './components/delete-account-dialog.tsx';
export { ExportButton, ExportPanel } from './components/export-panel.tsx';
