import { create } from 'zustand';

interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

const declinedKey = 'install_declined';

export const useInstallOffer = create<{ offer: InstallEvent | null }>(() => ({ offer: null }));

/** The browser offers once, early; the offer is kept until there is a quiet moment to show it. */
export function keepInstallOffer(): void {
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
