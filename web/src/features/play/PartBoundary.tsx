import { Component, type ReactNode } from 'react';

interface PartBoundaryProps {
  /** In place of the part when it cannot be loaded or drawn. */
  instead: ReactNode;
  children: ReactNode;
}

/** A part without which the rest of the page is still of use. */
export class PartBoundary extends Component<PartBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
