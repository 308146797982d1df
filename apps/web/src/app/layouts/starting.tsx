/** Shown only while the first screen's code is on its way. */
export function Starting() {
  return <div className="min-h-dvh" aria-busy="true" />;
}
