import { Component, type ReactNode } from 'react';

type Props = { readonly children: ReactNode };

/** What is seen where drawing itself fails. React can only tell this to a class. */
export class Mishap extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="sign-in">
        <div className="sign-in-card" role="alert">
          <h1>Something went wrong here</h1>
          <p>
            Nothing that was saved is lost, and what you were typing is kept. <a href=".">Load the page again</a>.
          </p>
        </div>
      </main>
    );
  }
}
