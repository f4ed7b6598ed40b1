import { Component, type ReactNode } from 'react';

type Props = { readonly children: ReactNode };

/** Replaces the screen when rendering throws. React supports this in class components only. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="sign-in">
        <div className="sign-in-card" role="alert">
          <h1>Something went wrong</h1>
          <p>
            Your saved changes are safe, and what you were typing is kept. <a href=".">Reload the page</a>.
          </p>
        </div>
      </main>
    );
  }
}
