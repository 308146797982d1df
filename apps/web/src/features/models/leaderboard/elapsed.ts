import { useEffect, useState } from 'react';

/** Reports arrive late, which must not turn the clock back. An even older value means a restart. */
const maxLateSeconds = 5;

export const steady = (shownSeconds: number, reportedSeconds: number): number =>
  shownSeconds - reportedSeconds < maxLateSeconds ? Math.max(shownSeconds, reportedSeconds) : reportedSeconds;

/** Elapsed seconds: the last reported value plus the time since then. */
export function useElapsed(reportedSeconds: number, running: boolean): number {
  const [base, setBase] = useState({ reportedSeconds, running, seconds: reportedSeconds, at: Date.now() });
  const [now, setNow] = useState(Date.now());
  if (base.reportedSeconds !== reportedSeconds || base.running !== running) {
    const at = Date.now();
    const shown = base.running ? base.seconds + (at - base.at) / 1000 : 0;
    setBase({ reportedSeconds, running, seconds: steady(shown, reportedSeconds), at });
  }
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return running ? base.seconds + Math.max(0, (now - base.at) / 1000) : reportedSeconds;
}
