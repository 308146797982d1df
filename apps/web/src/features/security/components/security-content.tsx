import { LoginPanel } from './login-panel.tsx';
import { MfaPanel } from './mfa-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { SecurityLogPanel } from './security-log-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

export function SecurityContent() {
  return (
    <div className="grid gap-5">
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <PasswordPanel />
        <div className="grid gap-5">
          <MfaPanel />
          <LoginPanel />
        </div>
      </div>
      <SessionsPanel />
      <SecurityLogPanel />
    </div>
  );
}
