import { create } from 'zustand';

interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

const declinedKey = 'install_declined';

export const useInstallOffer = create<{ offer: InstallEvent | null }>(() => ({ offer: null }));

/** The browser offers installation once, early. The event is stored for a quiet moment. */
export function storeInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    if (!localStorage.getItem(declinedKey)) useInstallOffer.setState({ offer: event as InstallEvent });
  });
}

export async function acceptInstall(): Promise<void> {
  const { offer } = useInstallOffer.getState();
  useInstallOffer.setState({ offer: null });
  await offer?.prompt();
}

export function declineInstall(): void {
  localStorage.setItem(declinedKey, 'true');
  useInstallOffer.setState({ offer: null });
}
